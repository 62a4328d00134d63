import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "../deploy/update.sh");

/** A repository with two versions, and an owner's clone of the first, beside a Docker that only prints what it was asked for. */
function startOwner() {
	const root = mkdtempSync(join(tmpdir(), "update-"));
	const [source, clone, bin] = [join(root, "source"), join(root, "clone"), join(root, "bin")];
	const who = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.com" };
	const committer = { GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.com" };
	const env = { ...process.env, ...who, ...committer, PATH: `${bin}:${process.env.PATH}`, HOME: root };
	const git = (cwd: string, ...args: string[]) => execFileSync("git", args, { cwd, env, encoding: "utf8" }).trim();
	const publish = (settings: string) => {
		writeFileSync(join(source, "settings"), settings);
		git(source, "add", ".");
		git(source, "commit", "-qm", settings);
	};
	mkdirSync(join(source, "deploy"), { recursive: true });
	mkdirSync(bin);
	writeFileSync(join(bin, "docker"), `#!/bin/sh\n[ "$1" = compose ] && echo "$@" || true\n`, { mode: 0o755 });
	copyFileSync(script, join(source, "deploy/update.sh"));
	git(root, "init", "-q", "-b", "main", source);
	publish("zone: New York\n\n\n\ncurrency: USD\n");
	git(root, "clone", "-q", source, clone);
	const dotenv = join(clone, "deploy/.env");
	writeFileSync(dotenv, "DOMAIN=www.firm.example\nSITE_COMMIT=former\n");
	chmodSync(dotenv, 0o600);
	return {
		publish,
		commit: () => git(clone, "commit", "-qam", "Our own"),
		head: () => git(clone, "rev-parse", "--short=8", "HEAD"),
		dotenv,
		settings: join(clone, "settings"),
		update: () => spawnSync("sh", [join(clone, "deploy/update.sh")], { env, encoding: "utf8" }),
	};
}

test.each([false, true])("an update keeps the owner's own change, committed: %s", (committed) => {
	const owner = startOwner();
	owner.publish("zone: New York\n\n\n\ncurrency: EUR\n");
	writeFileSync(owner.settings, "zone: Denver\n\n\n\ncurrency: USD\n");
	if (committed) owner.commit();
	const { status, stdout } = owner.update();
	expect(status).toBe(0);
	expect(readFileSync(owner.settings, "utf8")).toBe("zone: Denver\n\n\n\ncurrency: EUR\n");
	expect(readFileSync(owner.dotenv, "utf8")).toBe(`DOMAIN=www.firm.example\nSITE_COMMIT=${owner.head()}\n`);
	expect(statSync(owner.dotenv).mode & 0o777).toBe(0o600);
	expect(stdout).toContain("compose up -d --build\n");
	expect(stdout).toContain(`Version ${owner.head()} is starting.`);
});

test("right after cloning there is nothing to get, and the site starts", () => {
	const { status, stdout } = startOwner().update();
	expect(status).toBe(0);
	expect(stdout).toContain("compose up -d --build\n");
});

test.each([false, true])("an update in conflict with the owner's change builds nothing, committed: %s", (committed) => {
	const owner = startOwner();
	owner.publish("zone: Chicago\n\n\n\ncurrency: USD\n");
	writeFileSync(owner.settings, "zone: Denver\n\n\n\ncurrency: USD\n");
	if (committed) owner.commit();
	const { status, stdout } = owner.update();
	expect(status).not.toBe(0);
	expect(stdout).not.toContain("compose");
	expect(readFileSync(owner.dotenv, "utf8")).toContain("SITE_COMMIT=former");
});
