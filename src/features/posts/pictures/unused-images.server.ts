import { subDays } from "date-fns/subDays";
import { and, lt, notInArray, sql } from "drizzle-orm";
import { blogImagesTable, postRevisionsTable, postsTable } from "#features/posts/posts.table.ts";
import { removeStrayFiles } from "#platform/files/stray-files.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { baseName } from "./post-pictures.server.ts";

const { created_at, name } = blogImagesTable;

/** An unsaved post, with its pictures, can wait in its author's browser for the length of a vacation. */
const unusedDays = 30;

/**
 * Removes pictures that no post and no revision shows, and files without an entry for a picture. An abandoned draft, or
 * a process killed between file and row, leaves these behind.
 */
export async function removeUnusedImages(deps: Pick<Deps, "db" | "storage" | "clock" | "logger">): Promise<void> {
	const { db, clock, logger } = deps;
	const unused = and(lt(created_at, subDays(clock(), unusedDays)), notInArray(name, usedImages()));
	const removed = await db.delete(blogImagesTable).where(unused).returning({ name });
	if (removed.length > 0) logger.info({ names: removed.map((row) => row.name) }, "removed unused pictures");
	await removeStrayFiles(deps, "blog-images", async (files) => {
		const known = new Set((await db.select({ name }).from(blogImagesTable)).map((row) => baseName(row.name)));
		return files.filter((file) => known.has(baseName(file)));
	});
}

/** The names of the pictures in posts as they are, and in revisions that can be restored. */
function usedImages() {
	const shown = sql`
		select concat_ws(' ', ${postsTable.content}, ${postsTable.featured_image}, ${postsTable.og_image}) as place
		from ${postsTable}
		union all
		select ${postRevisionsTable.fields}::text from ${postRevisionsTable}`;
	return sql`(select (regexp_matches(place, 'blog-images/([\\w-]+\\.[a-z]+)', 'g'))[1] from (${shown}) places)`;
}
