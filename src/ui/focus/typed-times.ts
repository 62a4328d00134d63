/** Digits of the parts of a field, and the largest first one after which another is awaited. */
const parts: Record<string, { size: number; most: number }> = {
	month: { size: 2, most: 1 },
	day: { size: 2, most: 3 },
	year: { size: 4, most: 9 },
	hour: { size: 2, most: 1 },
	minute: { size: 2, most: 5 },
	dayPeriod: { size: 1, most: 0 },
};

const typed = new WeakMap<HTMLInputElement, string[]>();

/** Whether a part of its value has been typed here: the field itself doesn't know of it, so the rest has to come here, too. */
export function isPartlyTyped(field: Element | null, key: string): field is HTMLInputElement {
	if (!(field instanceof HTMLInputElement) || !typed.has(field)) return false;
	if (key.length === 1) return true;
	typed.delete(field);
	return false;
}

/** Types into a browser's field for a date or a time, which takes keys from the keyboard alone: part by part, in the order of its language. */
export function typeTime(field: HTMLInputElement, key: string): void {
	const value = timeTyped(field.type === "date", navigator.language, key, typed.get(field) ?? []);
	if (Array.isArray(value)) {
		typed.set(field, value);
		return;
	}
	typed.delete(field);
	// As React expects it of a field that it controls.
	Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
	field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @returns what has been typed of the parts so far, or, with the last one, the field's value */
export function timeTyped(
	isDate: boolean,
	language: string,
	key: string,
	before: readonly string[],
): string[] | string {
	const form = isDate ? ({ dateStyle: "short" } as const) : ({ timeStyle: "short" } as const);
	const names = new Intl.DateTimeFormat(language, form)
		.formatToParts()
		.flatMap(({ type }) => (type in parts ? [type as string] : []));
	const is12 = names.includes("dayPeriod");
	const isDone = (text: string, index: number): boolean => {
		const name = names[index] ?? "";
		const { size = 1, most = 0 } = parts[name] ?? {};
		return text.length === size || (text.length === 1 && Number(text) > (name === "hour" && !is12 ? 2 : most));
	};
	const now = [...before];
	const place = Math.max(0, now.length - 1);
	if (now[place] === undefined || isDone(now[place], place)) now.push(key);
	else now[place] += key;
	const last = now.length - 1;
	if (last < names.length - 1 || !isDone(now[last] ?? "", last)) return now;
	const of = (name: string, size: number) => (now[names.indexOf(name)] ?? "").padStart(size, "0");
	if (isDate) return `${of("year", 4)}-${of("month", 2)}-${of("day", 2)}`;
	const isAfternoon = /p/i.test(of("dayPeriod", 1));
	const hour = is12 ? (Number(of("hour", 2)) % 12) + (isAfternoon ? 12 : 0) : Number(of("hour", 2));
	return `${String(hour).padStart(2, "0")}:${of("minute", 2)}`;
}
