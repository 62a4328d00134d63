const mostIds = 20;
const lastIds = 18;

/** Only these may stand in a header; anything else could end it. */
const messageId = /^<[^\s<>@]+@[^\s<>@]+>$/;
const longestId = 250;

export const isMessageId = (id: string) => id.length <= longestId && messageId.test(id);

/**
 * The References of a reply (contracts: inbox 6): the thread's anchor, what the answered mail refers to, and that mail. Some
 * providers replace the Message-ID on its way and leave References, so the anchor is always the first.
 */
export function referencesOf(
	anchor: string,
	answered: { references: readonly string[]; id: string | null } | undefined,
) {
	const named = [anchor, ...(answered?.references ?? []), ...(answered?.id ? [answered.id] : [])];
	const ids = [...new Set(named)].filter(isMessageId);
	// Of an id that is named twice the last place counts, so that the answered mail stays the last; the anchor is the first.
	const last = answered?.id;
	const ordered =
		last && isMessageId(last)
			? [...ids.filter((id) => id !== last || id === anchor), ...(last === anchor ? [] : [last])]
			: ids;
	return ordered.length > mostIds ? [anchor, ordered[1] ?? "", ...ordered.slice(-lastIds)] : ordered;
}

/** What names a thread in the References of its mails. */
export const anchorOf = (threadId: string, domain: string) => `<thread.${threadId}@${domain}>`;
