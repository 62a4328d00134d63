type Arrangement<Row> = {
	isListed(row: Row): boolean;
	oldestFirst: boolean;
	/** Of the rows that wait for someone: whether one waits for its day, behind the others. */
	isSnoozed?: ((row: Row) => boolean) | undefined;
};

/** The rows that a list shows, in its order. @param rows newest first */
export function arrangeRows<Row>(
	rows: readonly Row[],
	{ isListed, oldestFirst, isSnoozed }: Arrangement<Row>,
): readonly Row[] {
	const listed = rows.filter(isListed);
	if (oldestFirst) listed.reverse();
	const snoozed = isSnoozed ? listed.filter(isSnoozed) : [];
	return snoozed.length === 0 ? listed : [...listed.filter((row) => !isSnoozed?.(row)), ...snoozed];
}
