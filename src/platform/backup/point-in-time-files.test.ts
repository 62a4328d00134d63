import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDiskStorage } from "#platform/files/storage-disk.server.ts";
import { copyFiles, pruneFiles, restoreFiles } from "./point-in-time-files.server.ts";

async function stores() {
	const root = await mkdtemp(join(tmpdir(), "test-copies-"));
	onTestFinished(() => rm(root, { recursive: true }));
	const folder = join(root, "copies");
	const storage = openDiskStorage(join(root, "files"));
	for (const name of ["kept.pdf", "removed.pdf"]) await storage.put("resumes", name, new Blob([name]));
	await copyFiles(storage, folder);
	await storage.remove("resumes", "removed.pdf");
	return {
		storage,
		folder,
		elsewhere: openDiskStorage(join(root, "elsewhere")),
		copies: join(folder, "files", "resumes"),
	};
}

test("a file that was removed since then is restored, but not one that a killed process left unfinished", async () => {
	const { storage, folder, elsewhere, copies } = await stores();
	await copyFiles(storage, folder);
	await writeFile(join(copies, "half.pdf.part"), "ha");
	expect(await restoreFiles(elsewhere, folder)).toEqual(["resumes/kept.pdf", "resumes/removed.pdf"]);
	expect(await new Response((await elsewhere.get("resumes", "removed.pdf"))?.body).text()).toBe("removed.pdf");
	expect(await elsewhere.get("resumes", "half.pdf.part")).toBeUndefined();
});

test("a copy is deleted if its file was gone before the oldest moment that can be restored", async () => {
	const { storage, folder, copies } = await stores();
	const lastMonth = new Date("2026-10-22");
	for (const name of await readdir(copies)) await utimes(join(copies, name), lastMonth, lastMonth);
	await pruneFiles(storage, folder, new Date("2026-10-21"));
	expect((await readdir(copies)).sort()).toEqual(["kept.pdf", "removed.pdf"]);
	await pruneFiles(storage, folder, new Date("2026-11-01"));
	expect(await readdir(copies)).toEqual(["kept.pdf"]);
});
