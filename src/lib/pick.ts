/** Builds an object with these keys. For TypeScript, the keys of `Object.fromEntries` are only strings. */
export const recordBy = <Key extends string, Value>(keys: readonly Key[], make: (key: Key) => Value) =>
	Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;

/** The part of an object that these keys name. */
export const pick = <Source extends object, Key extends keyof Source>(source: Source, keys: readonly Key[]) =>
	Object.fromEntries(keys.map((key) => [key, source[key]])) as Pick<Source, Key>;

/** With points in time as the texts that they are in JSON. */
export const withIsoDates = <Row>(row: Row) =>
	Object.fromEntries(
		Object.entries(row as object).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
	) as { [Key in keyof Row]: IsoDate<Row[Key]> };

type IsoDate<Value> = Value extends Date ? string : Value;
