export type Search<Row> = {
	/** @param query lower case */
	matches(row: Row, query: string): boolean;
};

/**
 * Case-insensitive substring search over some texts of each row, which are prepared once per version of the row.
 */
export function createSearch<Row extends object>(textsOf: (row: Row) => (string | null)[]): Search<Row> {
	const prepared = new WeakMap<Row, string>();

	function prepare(row: Row): string {
		// A line break between the texts: it cannot be typed into the search box, so no match spans two of them.
		const text = `\n${textsOf(row).join("\n")}\n`.toLowerCase();
		prepared.set(row, text);
		return text;
	}

	return {
		matches: (row, query) => (prepared.get(row) ?? prepare(row)).includes(query),
	};
}
