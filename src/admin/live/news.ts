/**
 * Tells of rows that others have inserted. A row of our own is known by its id only once the answer to our insert is
 * here, which may be after its live notice: while an insert of ours is under way, news waits.
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
