export type BoundedMap<Value> = {
	get(key: string): Value | undefined;
	/** Does not keep what alone is larger than all that may be kept. */
	set(key: string, value: Value): void;
	values(): Iterable<Value>;
};

/** Keeps what fits into `maxBytes` and `maxEntries`; what nobody has asked for the longest goes first. */
export function createBoundedMap<Value>(
	bytesOf: (value: Value) => number,
	{ maxBytes, maxEntries = Number.POSITIVE_INFINITY }: { maxBytes: number; maxEntries?: number },
): BoundedMap<Value> {
	/** Oldest use first. */
	const entries = new Map<string, { value: Value; bytes: number }>();
	let total = 0;

	function remove(key: string): void {
		total -= entries.get(key)?.bytes ?? 0;
		entries.delete(key);
	}

	return {
		get(key) {
			const entry = entries.get(key);
			if (!entry) return undefined;
			entries.delete(key);
			entries.set(key, entry);
			return entry.value;
		},
		set(key, value) {
			remove(key);
			const bytes = bytesOf(value);
			if (bytes > maxBytes) return;
			entries.set(key, { value, bytes });
			total += bytes;
			for (const oldest of entries.keys()) {
				if (total <= maxBytes && entries.size <= maxEntries) return;
				remove(oldest);
			}
		},
		values: () => entries.values().map(({ value }) => value),
	};
}
