import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applicationsTable } from "#features/applications/applications.table.ts";
import { makeImageVariants } from "#features/images/image-variants.server.ts";
import { findPictures } from "#features/posts/pictures/post-pictures.server.ts";
import type { Bucket } from "#platform/files/storage.server.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp } from "#tests/app.ts";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { buildPdf } from "#tests/factories/resumes.ts";
import { startWholeS3Server } from "#tests/s3-server.ts";

const s3 = await startWholeS3Server("firm");
afterAll(() => s3.close());

const app = startTestApp({
	STORAGE_URL: "s3://firm/site",
	S3_ENDPOINT: s3.endpoint,
	S3_ACCESS_KEY_ID: s3.accessKeyId,
	S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
});
let headers: { authorization: string };
beforeAll(async () => {
	const { authorization } = await signInAs(app.deps, { role: "admin" });
	headers = { authorization };
	await makeImageVariants(app.deps);
});

async function namesIn(bucket: Bucket): Promise<string[]> {
	const names = [];
	for await (const { name } of app.deps.storage.list(bucket)) names.push(name);
	return names;
}

test("a resume of 10 MB goes to S3 and comes back byte for byte, and goes with its application", async () => {
	const pdf = buildPdf("Ada Byron", 10 * 1024 * 1024 - 1000);
	const body = buildApplicationForm({ job_id: "general-application", resume: new File([pdf], "cv.pdf") });
	expect((await app.api.request("/api/applications", { method: "POST", body })).status).toBe(201);
	const [row] = await app.deps.db.select().from(applicationsTable);
	expect(await namesIn("resumes")).toEqual([row?.resume_url]);
	const download = await app.api.request(`/api/applications/${row?.id}/resume`, { headers });
	expect(download.headers.get("content-length")).toBe(String(pdf.length));
	expect(Buffer.compare(await download.bytes(), pdf)).toBe(0);
	await app.api.request(`/api/applications/${row?.id}`, { method: "DELETE", headers });
	expect(await namesIn("resumes")).toEqual([]);
});

test("a blog picture and its variants lie on S3 and are served from the site's own address", async () => {
	const picture = sharp({ create: { width: 600, height: 300, channels: 3, background: "#f04e23" } });
	const body = new FormData();
	body.set("image", new File([new Uint8Array(await picture.png().toBuffer())], "a.png"));
	const uploaded = await app.api.request("/api/posts/images", { method: "POST", body, headers });
	const { url } = await uploaded.json();
	const sources = async () => (await findPictures(app.deps.db, [url])).get(url)?.sources ?? [];
	await expect.poll(async () => (await sources()).length, { timeout: 30_000 }).toBe(2);
	expect(await namesIn("blog-images")).toHaveLength(5);
	const addresses = (await sources()).flatMap(({ srcSet }) => srcSet.split(", ").map((entry) => entry.split(" ")[0]));
	for (const address of [url, ...addresses]) {
		const served = await app.api.request(address);
		expect(served.headers.get("content-type")).toMatch(/^image\/(png|avif|webp)$/);
		expect((await sharp(await served.bytes()).metadata()).width).toBeGreaterThan(0);
	}
});
