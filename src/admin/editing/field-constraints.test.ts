import { expect, test } from "vitest";
import { z } from "zod";
import { emailField, optionalText, requiredLine } from "#lib/fields.ts";
import { constraintsOf } from "./field-constraints.ts";

const schema = z
	.object({
		name: requiredLine(40, "Please enter a name."),
		email: emailField,
		notes: optionalText(90),
		status: z.enum(["new", "closed"]).default("new"),
		service: z.enum(["Photography", "Writing"]),
		rate: z.number().min(0).max(100).default(0),
		items: z.array(z.object({ price: z.number().gt(1), text: requiredLine(10, "Please describe it.") })),
	})
	.superRefine(() => {});

test.each([
	["name", { required: true, maxLength: 40 }],
	["email", { required: true, maxLength: 254 }],
	["notes", { maxLength: 90 }],
	["status", {}],
	["service", { required: true }],
	["rate", { min: 0, max: 100 }],
	["items.0.text", { required: true, maxLength: 10 }],
])("reads from the schema what the field asks for: %s", (name, constraints) => {
	expect(constraintsOf(schema, name)).toEqual(constraints);
});

test("refuses a field that the schema does not have", () => {
	expect(() => constraintsOf(schema, "nickname")).toThrow("the schema has no field nickname");
});
