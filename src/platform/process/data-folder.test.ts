import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { recordingLogger } from "#tests/recording-logger.ts";
import { claimDataFolder } from "./data-folder.server.ts";

const parent = mkdtempSync(join(tmpdir(), "data-folders-"));
afterAll(() => rmSync(parent, { recursive: true }));

const modeOf = (folder: string) => statSync(folder).mode & 0o7777;

async function claim(folder: string): Promise<number> {
	const { logger, lines } = recordingLogger();
	await claimDataFolder(folder, logger);
	return lines.length;
}

test("creates the data folder for its own user only", async () => {
	const folder = join(parent, "to", "be", "made");
	expect(await claim(folder)).toBe(0);
	expect(modeOf(folder)).toBe(0o700);
});

test("closes a data folder that an earlier version has left open", async () => {
	const folder = join(parent, "older");
	mkdirSync(join(folder, "db"), { recursive: true });
	chmodSync(folder, 0o755);
	expect(await claim(folder)).toBe(0);
	expect(modeOf(folder)).toBe(0o700);
});

test("leaves a folder unchanged that a group may pass through", async () => {
	const folder = join(parent, "passed-through");
	mkdirSync(folder);
	chmodSync(folder, 0o710);
	expect(await claim(folder)).toBe(0);
	expect(modeOf(folder)).toBe(0o710);
});

test("leaves a folder unchanged in which everyone may create files, and says so", async () => {
	const folder = join(parent, "like-tmp");
	mkdirSync(folder);
	chmodSync(folder, 0o1777);
	expect(await claim(folder)).toBe(1);
	expect(modeOf(folder)).toBe(0o1777);
});

// Only root can give a file to another user.
test.runIf(process.getuid?.() === 0)("leaves a folder that holds another user's files as it is", async () => {
	const folder = join(parent, "shared");
	mkdirSync(folder);
	chmodSync(folder, 0o755);
	writeFileSync(join(folder, "theirs"), "");
	chownSync(join(folder, "theirs"), 65_534, 65_534);
	expect(await claim(folder)).toBe(1);
	expect(modeOf(folder)).toBe(0o755);
});
