import fc from "fast-check";
import { z } from "zod";
import { hostileTexts } from "./hostile-input.ts";

type JsonSchema = {
	type?: string;
	enum?: unknown[];
	const?: unknown;
	maxLength?: number;
	minimum?: number;
	maximum?: number;
	maxItems?: number;
	properties?: Record<string, JsonSchema>;
	required?: string[];
	items?: JsonSchema;
	anyOf?: JsonSchema[];
};

/** A text as the schema of a field asks for it, at its limit and a step beyond it. */
function textFor({ maxLength = 200 }: JsonSchema): fc.Arbitrary<string> {
	const atTheLimit = fc
		.constantFrom(-1, 0, 1)
		.chain((step) =>
			fc.constantFrom("x", "é", "字", "👩‍🚀").map((letter) => letter.repeat(maxLength).slice(0, maxLength + step)),
		);
	const text = fc.string({ unit: "binary", maxLength: Math.min(maxLength, 300) });
	return fc.oneof(text, atTheLimit, fc.constantFrom(...hostileTexts), fc.constant(""));
}

function valueFor(schema: JsonSchema): fc.Arbitrary<unknown> {
	if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueFor));
	if (schema.enum) return fc.oneof(fc.constantFrom(...schema.enum), fc.constantFrom(...hostileTexts));
	if (schema.type === "null") return fc.constant(null);
	if (schema.type === "boolean") return fc.boolean();
	if (schema.type === "integer" || schema.type === "number") {
		const { minimum = 0, maximum = 1e6 } = schema;
		return fc.oneof(fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, 0.5), fc.double({ noNaN: true }));
	}
	if (schema.type === "array") return fc.array(valueFor(schema.items ?? {}), { maxLength: 3 });
	if (schema.type === "object") {
		return fc.record(Object.fromEntries(Object.entries(schema.properties ?? {}).map(([n, s]) => [n, valueFor(s)])));
	}
	return textFor(schema);
}

/**
 * Up to three fields of an object, each with what its schema can be made to mean, to be laid over a valid object.
 * @param names those that may be among them, else all
 */
export function bentFields(schema: z.ZodType, names?: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
	const { properties = {} } = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as JsonSchema;
	const field = fc
		.constantFrom(...(names ?? Object.keys(properties)))
		.chain((name) => valueFor(properties[name] ?? {}).map((value): [string, unknown] => [name, value]));
	return fc.array(field, { minLength: 1, maxLength: 3 }).map((fields) => Object.fromEntries(fields));
}

/** The same for a form, whose values are all texts. */
export const bentForm = (schema: z.ZodType, names?: readonly string[]): fc.Arbitrary<Record<string, string>> =>
	bentFields(schema, names).map((fields) =>
		Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value ?? "").toWellFormed()])),
	);
