import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolderSync, syncFolder, syncs, writeSynced } from "./durable-files.server.ts";

const folder = mkdtempSync(join(tmpdir(), "durable-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What was forced to disk meanwhile. */
async function syncsOf(work: () => void | Promise<void>): Promise<typeof syncs> {
	const before = { ...syncs };
	await work();
	return { files: syncs.files - before.files, folders: syncs.folders - before.folders };
}

test("a file is written for its owner only, from bytes or piece by piece, and forced to disk", async () => {
	async function* pieces() {
		yield Buffer.from("one ");
		yield Buffer.from("two");
	}
	const [whole, inPieces] = [join(folder, "whole"), join(folder, "pieces")];
	expect(await syncsOf(() => writeSynced(whole, Buffer.from("all at once")))).toEqual({ files: 1, folders: 0 });
	expect(await syncsOf(() => writeSynced(inPieces, pieces()))).toEqual({ files: 1, folders: 0 });
	expect([whole, inPieces].map((path) => readFileSync(path, "utf8"))).toEqual(["all at once", "one two"]);
	expect(statSync(whole).mode & 0o777).toBe(0o600);
});

test("a file that is there is replaced only on request", async () => {
	const path = join(folder, "taken");
	writeFileSync(path, "the first");
	await expect(writeSynced(path, Buffer.from("the second"))).rejects.toThrow("EEXIST");
	expect(readFileSync(path, "utf8")).toBe("the first");
	await writeSynced(path, Buffer.from("third"), "w");
	expect(readFileSync(path, "utf8")).toBe("third");
});

test("each folder that gets a new name in it is synced, and one that was there is not", async () => {
	const deep = join(folder, "a", "b", "c");
	// The names a, b and c stand in three folders.
	expect(await syncsOf(() => makeFolderSync(deep))).toEqual({ files: 0, folders: 3 });
	expect(await syncsOf(() => makeFolderSync(deep))).toEqual({ files: 0, folders: 0 });
	expect(await syncsOf(() => makeFolderSync(`${relative(".", join(deep, "d"))}/`))).toEqual({ files: 0, folders: 1 });
	expect(existsSync(join(deep, "d"))).toBe(true);
	expect(await syncsOf(() => syncFolder(deep))).toEqual({ files: 0, folders: 1 });
});

test("a folder that cannot be synced is an error", async () => {
	expect(await syncsOf(() => expect(syncFolder(join(folder, "nowhere"))).rejects.toThrow("ENOENT"))).toEqual({
		files: 0,
		folders: 0,
	});
});
