import { eq } from "drizzle-orm";
import { blogImagesTable } from "#features/posts/posts.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { FileExistsError, type FileStorage } from "#platform/files/storage.server.ts";
import type { JobKind, JobQueue } from "#platform/jobs/job-queue.server.ts";
import { announceChange } from "#platform/live/change-feed.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { variantFormats, variantName } from "./post-pictures.server.ts";

export const imageVariantJobs: JobKind = {
	name: "image-variants",
	retryLimit: 5,
	retryDelay: 30,
	retryDelayMax: 3600,
	expireInSeconds: 300,
};

const variantWidths = [480, 800, 1200, 1600];

/** AVIF at its default effort takes seven times as long and saves a twentieth of the bytes. */
const encodings = { avif: { quality: 60, effort: 2 }, webp: { quality: 78 } } as const;

type VariantJob = { name: string };

export function queueImageVariants(jobs: JobQueue, tx: Database, name: string): Promise<void> {
	return jobs.send(tx, imageVariantJobs, { name } satisfies VariantJob);
}

/** Makes the smaller variants of uploaded pictures, one picture after the other. */
export function makeImageVariants({ db, jobs, storage }: Pick<Deps, "db" | "jobs" | "storage">): Promise<void> {
	return jobs.work<VariantJob>(imageVariantJobs, async ({ name }) => {
		const stored = await storage.get("blog-images", name);
		if (!stored) return;
		const original = await new Response(stored.body).bytes();
		const { default: sharp } = await import("sharp");
		const { width: ownWidth } = await sharp(original).metadata();
		const narrower = variantWidths.filter((width) => width < ownWidth);
		const widths = [...narrower, Math.min(ownWidth, variantWidths.at(-1) ?? ownWidth)];
		const distinct = [...new Set(widths)];
		for (const width of distinct) {
			for (const format of variantFormats) {
				const content = await sharp(original).resize({ width }).toFormat(format, encodings[format]).toBuffer();
				await putOnce(storage, variantName(name, width, format), new Uint8Array(content));
			}
		}
		await db.transaction(async (tx) => {
			await tx.update(blogImagesTable).set({ variant_widths: distinct }).where(eq(blogImagesTable.name, name));
			// Until then, cached pages show the picture without them.
			await announceChange(tx, { table: "blog_images", operation: "update", id: name });
		});
	});
}

/** An earlier attempt may have come this far. */
async function putOnce(storage: FileStorage, name: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
	try {
		await storage.put("blog-images", name, new Blob([content]));
	} catch (error) {
		if (!(error instanceof FileExistsError)) throw error;
	}
}
