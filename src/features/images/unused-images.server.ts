import { subDays } from "date-fns/subDays";
import { and, inArray, isNotNull, isNull, lt, notInArray, sql } from "drizzle-orm";
import { blogImagesTable, postDraftsTable, postRevisionsTable, postsTable } from "#features/posts/posts.table.ts";
import { sitePageImagesTable } from "#features/site-pages/site-pages.table.ts";
import { removeStrayFiles } from "#platform/files/stray-files.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { baseName } from "./image-variants.server.ts";

const { name, unused_since } = blogImagesTable;

/** A picture that was just taken out of a post may be put back. */
const unusedDays = 30;

/**
 * Removes pictures that no post, no page of the site, no revision, and no draft shows, and files without an entry for a picture. A discarded draft, or
 * a process killed between file and row, leaves these behind.
 */
export async function removeUnusedImages(deps: Pick<Deps, "db" | "storage" | "clock" | "logger">): Promise<void> {
	const { db, clock, logger } = deps;
	await db
		.update(blogImagesTable)
		.set({ unused_since: null })
		.where(and(isNotNull(unused_since), inArray(name, usedImages())));
	await db
		.update(blogImagesTable)
		.set({ unused_since: clock() })
		.where(and(isNull(unused_since), notInArray(name, usedImages())));
	const isOld = lt(unused_since, subDays(clock(), unusedDays));
	// Looked at again: it may have come into use since.
	const unused = and(isOld, notInArray(name, usedImages()));
	const removed = await db.delete(blogImagesTable).where(unused).returning({ name });
	if (removed.length > 0) logger.info({ names: removed.map((row) => row.name) }, "removed unused pictures");
	await removeStrayFiles(deps, "blog-images", async (files) => {
		const images = await db.select({ name }).from(blogImagesTable);
		const cuts = await db.select({ name: sitePageImagesTable.cut }).from(sitePageImagesTable);
		const known = new Set([...images, ...cuts].map((row) => baseName(row.name)));
		return files.filter((file) => known.has(baseName(file)));
	});
}

/** The names of the pictures in posts and pages as they are, in what can be restored, and in what isn't saved or published yet. */
function usedImages() {
	const shown = sql`
		select concat_ws(' ', ${postsTable.content}, ${postsTable.featured_image}, ${postsTable.og_image}) as place
		from ${postsTable}
		union all
		select ${postRevisionsTable.fields}::text from ${postRevisionsTable}
		union all
		select ${postDraftsTable.draft}::text from ${postDraftsTable}`;
	return sql`(select (regexp_matches(place, 'blog-images/([\\w-]+\\.[a-z]+)', 'g'))[1] from (${shown}) places
		union all select ${sitePageImagesTable.image} from ${sitePageImagesTable})`;
}
