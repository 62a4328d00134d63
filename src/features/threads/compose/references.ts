const mostIds = 20;
const lastIds = 18;

/** Only these characters may be in a header; any other could end it. */
const messageId = /^<[^\s<>@]+@[^\s<>@]+>$/;
const longestId = 250;

export const isMessageId = (id: string) => id.length <= longestId && messageId.test(id);

/**
 * The References of a reply (contracts: inbox 6): the thread's anchor, what the email being replied to refers to, and
 * that email. Some providers replace the Message-ID on its way and leave References, so the anchor is always the first.
 */
export function referencesOf(
	anchor: string,
	answered: { references: readonly string[]; id: string | null } | undefined,
) {
	const named = [anchor, ...(answered?.references ?? []), ...(answered?.id ? [answered.id] : [])];
	const ids = [...new Set(named)].filter(isMessageId);
	// If an id occurs twice, its last place counts, so that the email being replied to stays last. The anchor is first.
	const last = answered?.id;
	const ordered =
		last && isMessageId(last)
			? [...ids.filter((id) => id !== last || id === anchor), ...(last === anchor ? [] : [last])]
			: ids;
	return ordered.length > mostIds ? [anchor, ordered[1] ?? "", ...ordered.slice(-lastIds)] : ordered;
}

/** What names a thread in the References of its emails. */
export const anchorOf = (threadId: string, domain: string) => `<thread.${threadId}@${domain}>`;
