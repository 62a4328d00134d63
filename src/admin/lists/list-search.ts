import { isPhoneFound, phoneDigits, searchedPhone } from "#lib/reach/phone.ts";
import { foldText } from "#lib/text/search-words.ts";

export type Search<Row> = {
	matches(row: Row, query: string): boolean;
};

/**
 * Substring search, however both are spelled, over some texts of each row, which are prepared once per version of the row.
 * @param phoneOf found however it is written
 */
export function createSearch<Row extends object>(
	textsOf: (row: Row) => (string | null)[],
	phoneOf?: (row: Row) => string | null,
): Search<Row> {
	const prepared = new WeakMap<Row, { text: string; phone: string }>();

	function prepare(row: Row) {
		// A line break between the texts: it cannot be typed into the search box, so no match spans two of them.
		const text = foldText(`\n${textsOf(row).join("\n")}\n`);
		const known = { text, phone: phoneDigits(phoneOf?.(row) ?? "") };
		prepared.set(row, known);
		return known;
	}

	return {
		matches(row, query) {
			const { text, phone } = prepared.get(row) ?? prepare(row);
			if (text.includes(foldText(query))) return true;
			const searched = phone && searchedPhone(query);
			return Boolean(searched && isPhoneFound(phone, searched));
		},
	};
}
