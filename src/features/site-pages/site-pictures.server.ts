import { setTimeout } from "node:timers/promises";
import { and, eq, inArray, not, notInArray, sql } from "drizzle-orm";
import { queueImageVariants } from "#features/images/image-variants.server.ts";
import { blogImagesTable } from "#features/posts/posts.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { type FieldErrors, HttpError } from "#platform/http/http-errors.server.ts";
import type { JobQueue } from "#platform/jobs/job-queue.server.ts";
import type { FieldValue } from "#site/content/fields.ts";
import { fieldsOf, type PageName } from "#site/content/pages.server.ts";
import { type Cut, cutsOf, type MadeCuts } from "#site/content/values/picture-cuts.server.ts";
import { type PictureSize, regionOf } from "#site/content/values/picture-region.ts";
import { isPicture, type Slot } from "#site/content/values/picture-value.ts";
import { sitePageImagesTable } from "./site-pages.table.ts";

type Values = Readonly<Record<string, FieldValue | undefined>>;

const { page: ofPage, cut, image, widths } = sitePageImagesTable;
/** A preview is loaded when its draft has been saved, so it waits for the pictures of it. */
const longestWaitMs = 10_000;
const lookMs = 500;
const isMade = sql`cardinality(${widths}) > 0`;

/** The sentence about a picture that would be blurred in its place. */
export function sizeProblem({ ratio: [width, height], width: least }: Slot, size: PictureSize): string | undefined {
	const part = regionOf(size, width / height, { x: 0, y: 0 });
	if (part.width >= least) return undefined;
	const lowest = Math.ceil((least * height) / width);
	return `Please choose a larger picture, with at least ${least} × ${lowest} pixels. Cut to ${width}:${height}, this one has ${part.width} × ${part.height}.`;
}

/** What is wrong with the uploaded pictures among the values of a page. */
export async function pictureProblems(db: Database, page: PageName, values: Values): Promise<FieldErrors> {
	const problems: FieldErrors = {};
	for (const [field, { slot }] of Object.entries(fieldsOf(page))) {
		const value = values[field];
		if (!slot || !isPicture(value) || value.image === null) continue;
		const [size] = await db.select().from(blogImagesTable).where(eq(blogImagesTable.name, value.image));
		const problem = size ? sizeProblem(slot, size) : "This picture is no longer stored. Please choose it again.";
		if (problem) problems[field] = problem;
	}
	return problems;
}

const cutsIn = (page: PageName, values: Values): Cut[] =>
	Object.entries(fieldsOf(page)).flatMap(([field, { slot }]) => {
		const value = values[field];
		return slot && isPicture(value) ? cutsOf(slot, value) : [];
	});

/** Keeps the pictures of these states of a page, and no others; of a new one a job makes what visitors get. */
export async function keepPictures(tx: Database, jobs: JobQueue, page: PageName, states: Values[]): Promise<void> {
	if (!Object.values(fieldsOf(page)).some(({ slot }) => slot)) return;
	const cuts = new Map(states.flatMap((values) => cutsIn(page, values)).map((each) => [each.name, each]));
	await tx.delete(sitePageImagesTable).where(and(eq(ofPage, page), notInArray(cut, [...cuts.keys()])));
	if (cuts.size === 0) return;
	const rows = [...cuts.values()].map((each) => ({ page, cut: each.name, image: each.image }));
	const added = await tx.insert(sitePageImagesTable).values(rows).onConflictDoNothing().returning({ cut });
	for (const each of added) {
		const wanted = cuts.get(each.cut);
		if (wanted) await queueImageVariants(jobs, tx, { name: wanted.image, cut: wanted });
	}
}

/** @throws {HttpError} 409 while visitors would see a gap */
export async function refusePending(tx: Database, page: PageName, values: Values): Promise<void> {
	const names = new Set(cutsIn(page, values).map(({ name }) => name));
	if (names.size === 0) return;
	const made = await tx
		.select({ cut })
		.from(sitePageImagesTable)
		.where(and(eq(ofPage, page), inArray(cut, [...names]), isMade));
	if (made.length === names.size) return;
	throw new HttpError(409, "pictures_pending", "The pictures are still being prepared. Please try again in a moment.");
}

/** Everything that pages can show, once what is being made is there, or for too long isn't. */
export async function awaitCuts(db: Database): Promise<MadeCuts> {
	for (let left = longestWaitMs / lookMs; left > 0; left--) {
		if ((await db.$count(sitePageImagesTable, not(isMade))) === 0) break;
		await setTimeout(lookMs);
	}
	return loadCuts(db);
}

/** Everything that pages can show. */
export async function loadCuts(db: Database): Promise<MadeCuts> {
	const { width, height, name } = blogImagesTable;
	const rows = await db
		.select({ cut, widths, width, height })
		.from(sitePageImagesTable)
		.innerJoin(blogImagesTable, eq(name, image))
		.where(isMade);
	return new Map(rows.map((row) => [row.cut, row]));
}
