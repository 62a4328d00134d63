import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { readSettings } from "#platform/process/settings.server.ts";
import { openServices } from "#services.server.ts";
import { signInTwice } from "#tests/accounts.ts";
import { recordingLogger } from "#tests/recording-logger.ts";
import { profilesTable } from "./profiles.table.ts";

const run = promisify(execFile);

test("npm run admin works with the site stopped and with it running", async () => {
	const dataDir = await mkdtemp(join(tmpdir(), "admin-"));
	onTestFinished(() => rm(dataDir, { recursive: true }));
	const environment = { DATA_DIR: dataDir, SITE_URL: "http://site.test" };
	const appoint = (...words: string[]) =>
		run(process.execPath, ["scripts/admin.ts", ...words], { env: { ...process.env, ...environment } });
	const link = /^http:\/\/site\.test\/auth\/v1\/verify\?token=[\w-]{43}&type=recovery&redirect_to=\S+auth$/m;

	expect((await appoint("first@example.com")).stdout).toMatch(link);

	const { logger, lines } = recordingLogger();
	const services = await openServices(readSettings(environment), logger, "migrations");
	onTestFinished(() => services.close());
	expect((await appoint("second@example.com")).stdout).toMatch(link);
	await expect(appoint("nobody")).rejects.toMatchObject({ code: 1, stderr: "nobody is not an email address.\n" });
	const admins = await services.deps.db.select().from(profilesTable).where(eq(profilesTable.role, "admin"));
	expect(admins.map(({ email }) => email).toSorted()).toEqual(["first@example.com", "second@example.com"]);
	expect(JSON.stringify(lines)).not.toContain("verify");

	// Also on the running server: whoever has lost every way to take the second step.
	const { user } = await signInTwice(services.deps);
	const said = await appoint(user.email, "--reset-second-factor", "--yes");
	const removed = "removed 1 authenticator app, 0 passkeys, and 0 recovery codes, and ended 1 session.";
	expect(said.stdout).toContain(`${user.email}: ${removed}\n`);
	const [profile] = await services.deps.db.select().from(profilesTable).where(eq(profilesTable.user_id, user.id));
	expect(profile?.role).toBe("user");
});
