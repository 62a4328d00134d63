/**
 * Reports rows that others have added. The id of a row that we add ourselves is known only when the response arrives,
 * which may be after its live event. So while we are adding a row, news waits.
 */
export function createNews<Row extends { id: string }>(announce: (row: Row) => void) {
	const own = new Set<string>();
	let pending: Row[] = [];
	let inserting = 0;

	function flush(): void {
		if (inserting > 0) return;
		const rows = pending;
		pending = [];
		for (const row of rows) if (!own.has(row.id)) announce(row);
	}

	return {
		inserted(rows: Row[]): void {
			pending.push(...rows);
			flush();
		},
		async ownInsert(insert: () => Promise<Row>): Promise<Row> {
			inserting++;
			try {
				const row = await insert();
				own.add(row.id);
				return row;
			} finally {
				inserting--;
				flush();
			}
		},
	};
}
