import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startS3Server, startWholeS3Server } from "#tests/s3-server.ts";
import { syncs } from "./durable-files.server.ts";
import { openStorage } from "./open-storage.server.ts";
import { type Bucket, FileExistsError, type FileStorage } from "./storage.server.ts";

const folder = mkdtempSync(join(tmpdir(), "storage-"));
const s3 = await startS3Server();
const wholeS3 = await startWholeS3Server("firm");

afterAll(async () => {
	rmSync(folder, { recursive: true });
	s3.close();
	await wholeS3.close();
});

async function filesIn(storage: FileStorage, bucket: Bucket) {
	const files = [];
	for await (const file of storage.list(bucket)) files.push(file);
	return files;
}

const textOf = (stream: ReadableStream | undefined) => new Response(stream).text();

const places = [
	{ place: "on disk", settings: undefined },
	{
		place: "on S3, as far as we speak it",
		settings: { url: "s3://firm/site", endpoint: s3.endpoint, accessKeyId: "key", secretAccessKey: "secret" },
	},
	{ place: "on S3", settings: { url: "s3://firm/site", ...wholeS3 } },
];

describe.each(places)("a file storage $place", ({ settings }) => {
	let storage: FileStorage;
	beforeAll(async () => {
		storage = await openStorage({ dataDir: folder, storage: settings });
	});

	test("returns a stored file with its size and the type of its extension", async () => {
		await storage.put("resumes", "1-Ada.pdf", new Blob(["%PDF-1.7"]));
		const file = await storage.get("resumes", "1-Ada.pdf");
		expect(file).toMatchObject({ size: 8, type: "application/pdf" });
		expect(await textOf(file?.body)).toBe("%PDF-1.7");
	});

	test("has nothing under a name that was never stored, or was removed", async () => {
		await storage.put("blog-images", "gone.webp", new Blob(["x"]));
		await storage.remove("blog-images", "gone.webp");
		await storage.remove("blog-images", "never.webp");
		expect(await storage.get("blog-images", "gone.webp")).toBeUndefined();
		expect(await storage.get("blog-images", "never.webp")).toBeUndefined();
	});

	test("leaves nothing of a file whose content ends early", async () => {
		const broken = new Blob(["half"]);
		broken.stream = () => new ReadableStream({ start: (controller) => controller.error(new Error("cut off")) });
		await expect(storage.put("resumes", "3-Ada.pdf", broken)).rejects.toThrow();
		expect(await storage.get("resumes", "3-Ada.pdf")).toBeUndefined();
	});

	test("lists every file of a bucket, and no other's", async () => {
		await storage.put("blog-images", "picture.webp", new Blob(["x"]));
		for (const name of ["a.pdf", "b.pdf", "c.pdf"]) await storage.put("resumes", name, new Blob([name]));
		const listed = await filesIn(storage, "resumes");
		const names = listed.map((file) => file.name);
		expect(names).toEqual(expect.arrayContaining(["a.pdf", "b.pdf", "c.pdf"]));
		expect(names).not.toContain("picture.webp");
		for (const { storedAt } of listed) expect(Date.now() - storedAt.getTime()).toBeLessThan(60_000);
	});

	test.each(["../secret", "..", ".hidden", "a/b", "a\\b", "", "a\0b", "%2e%2e", "x".repeat(300)])(
		"takes no name that could lead elsewhere: %j",
		async (name) => {
			await expect(storage.put("resumes", name, new Blob(["x"]))).rejects.toThrow("not a valid name");
			await expect(storage.get("resumes", name)).rejects.toThrow("not a valid name");
			await expect(storage.remove("resumes", name)).rejects.toThrow("not a valid name");
		},
	);
});

// The whole S3 server of the tests takes no condition for a put.
test.each(places.slice(0, 2))(
	"a file storage $place keeps the first of two files of one name",
	async ({ settings }) => {
		const storage = await openStorage({ dataDir: folder, storage: settings });
		await storage.put("resumes", "2-Ada.pdf", new Blob(["first"]));
		await expect(storage.put("resumes", "2-Ada.pdf", new Blob(["second"]))).rejects.toThrow(FileExistsError);
		expect(await textOf((await storage.get("resumes", "2-Ada.pdf"))?.body)).toBe("first");
	},
);

test("tells a wrong key from a file that is not there", async () => {
	const storage = await openStorage({
		dataDir: folder,
		storage: { url: "s3://firm", ...wholeS3, accessKeyId: "GUESSED" },
	});
	await expect(storage.get("resumes", "1-Ada.pdf")).rejects.toThrow();
	await expect(storage.put("resumes", "9-Ada.pdf", new Blob(["x"]))).rejects.toThrow();
});

test("has a file on the disk, and its name and its folder's, before it says so", async () => {
	const storage = await openStorage({ dataDir: join(folder, "synced"), storage: undefined });
	const before = { ...syncs };
	await storage.put("resumes", "1-Ada.pdf", new Blob(["%PDF-1.7"]));
	// Folders: resumes, which holds the file, and those in which "resumes", "files" and "synced" are new.
	expect(syncs).toEqual({ files: before.files + 1, folders: before.folders + 4 });
	await storage.put("resumes", "2-Ada.pdf", new Blob(["%PDF-1.7"]));
	expect(syncs).toEqual({ files: before.files + 2, folders: before.folders + 5 });
});

test("lists nothing for a bucket that was never used", async () => {
	const storage = await openStorage({ dataDir: join(folder, "new"), storage: undefined });
	expect(await filesIn(storage, "resumes")).toEqual([]);
});

test("removes unfinished files of a killed server from the disk, an hour later", async () => {
	const storage = await openStorage({ dataDir: folder, storage: undefined });
	const bucket = join(folder, "files", "resumes");
	writeFileSync(join(bucket, ".unfinished-old"), "half");
	writeFileSync(join(bucket, ".unfinished-now"), "half");
	const longAgo = (Date.now() - 61 * 60_000) / 1000;
	utimesSync(join(bucket, ".unfinished-old"), longAgo, longAgo);
	// What a file manager leaves behind is not ours to list, nor to remove.
	writeFileSync(join(bucket, "Ada (copy).pdf"), "x");
	for (const { name } of await filesIn(storage, "resumes")) await storage.get("resumes", name);
	expect(readdirSync(bucket)).toContain("Ada (copy).pdf");
	expect(readdirSync(bucket).filter((name) => name.startsWith("."))).toEqual([".unfinished-now"]);
});
