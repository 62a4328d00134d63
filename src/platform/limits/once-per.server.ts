/** Computes a value once for each owner object and caches it. The value is garbage-collected with its owner. */
export function oncePer<Owner extends object, Value>(make: (owner: Owner) => Value): (owner: Owner) => Value {
	const made = new WeakMap<Owner, Value>();
	return (owner) => {
		const known = made.get(owner);
		if (known !== undefined) return known;
		const value = make(owner);
		made.set(owner, value);
		return value;
	};
}
