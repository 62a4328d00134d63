import { eq } from "drizzle-orm";
import type { Sharp } from "sharp";
import { blogImagesTable } from "#features/posts/posts.table.ts";
import { sitePageImagesTable } from "#features/site-pages/site-pages.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { FileExistsError, type FileStorage } from "#platform/files/storage.server.ts";
import type { JobKind, JobQueue } from "#platform/jobs/job-queue.server.ts";
import { announceChange } from "#platform/live/change-feed.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { type FocusPoint, fallbackWidth, regionOf } from "#site/content/values/picture-region.ts";

export const imageVariantJobs: JobKind = {
	name: "image-variants",
	retryLimit: 5,
	retryDelay: 30,
	retryDelayMax: 3600,
	expireInSeconds: 300,
};

const variantWidths = [480, 800, 1200, 1600];
/** A page of the site shows its pictures across the window, and has room for few addresses. */
const cutWidths = [800, 1200, 1600, 2560];

export const variantFormats = ["avif", "webp"] as const;

/** AVIF at its default effort takes seven times as long and saves a twentieth of the bytes. */
const encodings = { avif: { quality: 60, effort: 2 }, webp: { quality: 78 }, jpeg: { quality: 78 } } as const;

/** What a picture and its variants have in common. */
export const baseName = (name: string) => name.replace(/(?:-w\d+)?\.[a-z]+$/, "");

/** The name of a stored variant: `1700000000000-k3j2-w800.avif` for `1700000000000-k3j2.jpg`. */
export const variantName = (name: string, width: number, format: string) => `${baseName(name)}-w${width}.${format}`;

/** @property cut the part of it that a page of the site shows, instead of the whole picture */
type VariantJob = { name: string; cut?: { name: string; ratio: number; focus: FocusPoint } };

export function queueImageVariants(jobs: JobQueue, tx: Database, job: VariantJob): Promise<void> {
	return jobs.send(tx, imageVariantJobs, job);
}

/** Makes the smaller variants of uploaded pictures and of parts of them, one after the other. */
export function makeImageVariants({ db, jobs, storage }: Pick<Deps, "db" | "jobs" | "storage">): Promise<void> {
	return jobs.work<VariantJob>(imageVariantJobs, async ({ name, cut }) => {
		const stored = await storage.get("blog-images", name);
		if (!stored) return;
		const original = await new Response(stored.body).bytes();
		const { default: sharp } = await import("sharp");
		const size = await sharp(original).metadata();
		const region = cut ? regionOf(size, cut.ratio, cut.focus) : { ...size, left: 0, top: 0 };
		const part = () => sharp(original).extract(region);
		const put = async (width: number, format: keyof typeof encodings, source: Sharp) => {
			const content = await source.resize({ width }).toFormat(format, encodings[format]).toBuffer();
			await putOnce(storage, variantName(cut?.name ?? name, width, format), new Uint8Array(content));
		};
		const widths = widthsUpTo(region.width, cut ? cutWidths : variantWidths);
		for (const width of widths) {
			for (const format of cut ? (["avif"] as const) : variantFormats) await put(width, format, part());
		}
		if (cut) {
			await put(fallbackWidth(widths), "jpeg", part().flatten({ background: "#fff" }));
			await db.update(sitePageImagesTable).set({ widths }).where(eq(sitePageImagesTable.cut, cut.name));
			return;
		}
		await db.transaction(async (tx) => {
			await tx.update(blogImagesTable).set({ variant_widths: widths }).where(eq(blogImagesTable.name, name));
			// Until then, cached pages show the picture without them.
			await announceChange(tx, { table: "blog_images", operation: "update", id: name });
		});
	});
}

function widthsUpTo(own: number, widths: readonly number[]): number[] {
	const narrower = widths.filter((width) => width < own);
	return [...new Set([...narrower, Math.min(own, widths.at(-1) ?? own)])];
}

/** An earlier attempt may have come this far. */
async function putOnce(storage: FileStorage, name: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
	try {
		await storage.put("blog-images", name, new Blob([content]));
	} catch (error) {
		if (!(error instanceof FileExistsError)) throw error;
	}
}
