import { type FieldErrors, type FieldValues, get, type Resolver, set } from "react-hook-form";

/**
 * What to say about a date or time of which only a part is typed. Its field has no value then, so no schema can tell.
 * A year of two digits is a part, too: browsers take 26 for the year 0026.
 */
export function halfTyped(control: unknown): string | undefined {
	if (!(control instanceof HTMLInputElement)) return undefined;
	const isDate = control.type === "date" || control.type === "datetime-local";
	if (isDate && control.value.startsWith("0")) return "Please type the year in full, such as 2026.";
	if (!control.validity.badInput) return undefined;
	const what = { date: "date", "datetime-local": "date and time", time: "time" }[control.type];
	return what && `Please complete the ${what}, or clear the field.`;
}

/** Refuses what is typed only in part, beside what `resolve` refuses. */
export function refuseHalfTyped<Input extends FieldValues, Output>(
	resolve: Resolver<Input, unknown, Output>,
): Resolver<Input, unknown, Output> {
	return async (values, context, options) => {
		const resolved = await resolve(values, context, options);
		const errors: FieldErrors<Input> = {};
		Object.assign(errors, resolved.errors);
		let isRefused = false;
		for (const name of options.names ?? []) {
			const ref: unknown = get(options.fields, `${name}.ref`);
			const message = halfTyped(ref);
			if (!message) continue;
			set(errors, name, { type: "halfTyped", message, ref });
			isRefused = true;
		}
		return isRefused ? { values: {}, errors } : resolved;
	};
}
