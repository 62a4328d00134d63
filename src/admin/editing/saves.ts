/** A save under the name that stands for its body (decision 079). */
export type Sent<Body> = { save_id: string; body: Body };

/** The row of a record as the server returns it, with the names of its last saves, the newest last. */
export type SavedRow = { id: string; version: number; save_ids: string[] };

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The same body keeps its name, so that the server knows it again. */
export const nameSave = <Body>(body: Body, unconfirmed: readonly Sent<Body>[]): Sent<Body> =>
	unconfirmed.find((sent) => isSame(sent.body, body)) ?? { save_id: crypto.randomUUID(), body };

/** The save among these that the row has, though nobody heard of it. */
export const storedSave = <Save extends { save_id: string }>({ save_ids }: SavedRow, sent: readonly Save[]) =>
	sent.find(({ save_id }) => save_ids.includes(save_id));

/** Whether no one has saved after it. */
export const isNewestSave = ({ save_ids }: SavedRow, { save_id }: Sent<unknown>): boolean =>
	save_ids.at(-1) === save_id;

type Values = { readonly [name: string]: unknown };

/** The names of these fields in which two records differ. */
export const differing = <Name extends string>(a: Values, b: Values, names: readonly Name[]): Name[] =>
	names.filter((name) => !isSame(a[name], b[name]));

/** The fields of `to` that differ from `from`. */
export function touchedFields<Fields extends Values>(from: Values, to: Fields): Partial<Fields> {
	const touched: Partial<Fields> = {};
	for (const name of differing(from, to, Object.keys(to) as (keyof Fields & string)[])) touched[name] = to[name];
	return touched;
}
