import { listOpenJobs } from "#features/applications/apply/open-jobs.server.ts";
import { hasSearchWords } from "#lib/text/search-words.ts";
import type { Database } from "#platform/database/database.server.ts";
import { services } from "#site/content/content.tsx";
import { serviceCopy } from "#site/services/service-copy.ts";

export type FoundPage = { path: string; title: string; about: string };

/** The services and the open positions that have each of the words somewhere in their texts. */
export async function findPages(db: Database, words: string): Promise<FoundPage[]> {
	const foundServices = services().filter(({ slug, title, caption, description }) => {
		const { headline, lead, checklist, benefits } = serviceCopy(slug);
		const cards = benefits.cards.flatMap((card) => [card.title, card.text]);
		return hasAll([title, caption, description, headline, lead, ...checklist.items, ...cards]);
	});
	const foundJobs = (await listOpenJobs(db)).filter(({ title, location, type, description, requirements }) =>
		hasAll([title, location, type, description, ...requirements]),
	);
	return [
		...foundServices.map(({ path, title, caption }) => ({ path, title, about: caption })),
		...foundJobs.map(({ slug, title, location, type }) => ({
			path: `/careers/apply/${slug}`,
			title,
			about: `Open position: ${location}, ${type}`,
		})),
	];

	function hasAll(texts: string[]): boolean {
		return hasSearchWords(texts.join("\n"), words);
	}
}
