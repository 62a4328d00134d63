import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { trapField } from "#lib/submission.ts";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { ownServer, startSite } from "./site-server.ts";

const nobody = 65_534;
const forOthers = 0o077;

/** Below a folder, itself included: what another user of this machine can list, read or write. */
function reachedByOthers(folder: string): string[] {
	if (process.getuid?.() !== 0) return openByMode(folder);
	const reachable = ["(", "-readable", "-o", "-writable", ")"];
	const { stdout } = spawnSync("find", [folder, ...reachable], {
		uid: nobody,
		gid: nobody,
		cwd: "/",
		encoding: "utf8",
	});
	return stdout.split("\n").filter(Boolean).sort();
}

/** Without root no one else's eyes can be borrowed: what the modes let others do. */
function openByMode(path: string): string[] {
	const entry = lstatSync(path);
	if ((entry.mode & forOthers) === 0) return [];
	const inside = entry.isDirectory() ? readdirSync(path).flatMap((name) => openByMode(join(path, name))) : [];
	return [path, ...inside].sort();
}

const slow = { timeout: 30_000 };

/** None while the folder is not there yet. */
const entriesOf = (folder: string) =>
	existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];

test("what the site keeps can be read by its own user only, whatever it was started with", async () => {
	test.setTimeout(180_000);
	// A folder that everyone may enter, with a file that everyone may read: the look of others finds these.
	const parent = mkdtempSync(join(tmpdir(), "test-private-"));
	chmodSync(parent, 0o755);
	const open = join(parent, "open-to-all");
	writeFileSync(open, "", { mode: 0o644 });
	const [data, mail, backups] = [join(parent, "data"), join(parent, "mail"), join(parent, "backups")];
	// As an earlier version left it.
	mkdirSync(data, { mode: 0o755 });
	const before = process.umask(0o022);
	const site = await startSite({ ...ownServer, DATA_DIR: data, MAIL_DIR: mail, BACKUP_DIR: backups });
	try {
		const send = (fields: Record<string, string>) =>
			fetch(`${site.url}/api/applications`, {
				method: "POST",
				body: buildApplicationForm({ job_id: "general-application", ...fields }),
			});
		expect((await send({})).status).toBe(201);
		expect((await send({ lastName: "Lovelace", [trapField]: "https://x.example" })).status).toBe(201);
		const backedUp = () => entriesOf(backups).filter((name) => /(^site-|base-).*\.gz$/.test(name));
		await expect.poll(backedUp, slow).toHaveLength(2);
		await expect.poll(() => entriesOf(mail).filter((name) => name.endsWith(".eml")), slow).toHaveLength(1);
		for (const kept of ["auth-secret", join("files", "quarantine"), join("files", "resumes")]) {
			expect(entriesOf(data)).toContain(kept);
		}
		expect(reachedByOthers(parent)).toEqual([parent, open]);
		// A command that finds no server running works on the data by itself.
		await site.kill();
		const env = { ...process.env, ...site.settings };
		const command = ["scripts/backup.ts", join(parent, "by-hand.tar.gz")];
		expect(spawnSync(process.execPath, command, { env }).status).toBe(0);
		expect(reachedByOthers(parent)).toEqual([parent, open]);
	} finally {
		process.umask(before);
		await site.kill();
		await site.stop();
		rmSync(parent, { recursive: true, force: true });
	}
});
