import type { Deps } from "#platform/process/deps.server.ts";
import { publishContent } from "#site/content/content.server.ts";
import { sitePagesTable } from "./site-pages.table.ts";
import { loadCuts } from "./site-pictures.server.ts";

/** Shows what is published, now and whenever any process publishes. */
export async function followSitePages({
	db,
	changes,
	logger,
	stopping,
}: Pick<Deps, "db" | "changes" | "logger" | "stopping">): Promise<void> {
	async function load(): Promise<void> {
		const rows = await db.select().from(sitePagesTable);
		publishContent(
			Object.fromEntries(
				rows.map(({ page, published }) => [
					page,
					Object.fromEntries(Object.entries(published).map(([name, { value }]) => [name, value])),
				]),
			),
			await loadCuts(db),
		);
	}
	await load();
	let loading = Promise.resolve();
	// One after the other, so that the newest rows win.
	const loadAgain = () => {
		loading = loading.then(load).catch((error) => logger.error({ err: error }, "the site's texts could not be loaded"));
	};
	const unsubscribe = changes.subscribe({
		onChange: ({ table }) => table === "site_pages" && loadAgain(),
		onGap: loadAgain,
	});
	stopping.addEventListener("abort", unsubscribe);
}
