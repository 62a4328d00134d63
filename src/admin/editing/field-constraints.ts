import { z } from "zod";

type Constraints = { required?: boolean; maxLength?: number; min?: number; max?: number };

/** A field's requirements as attributes of its control. @param name in the form's notation: 'items.0.price' */
export function constraintsOf(schema: z.ZodType, name: string): Constraints {
	const field = name.split(".").reduce<z.core.$ZodType>(childOf, schema);
	// The value may be neither missing nor empty. A field with a default is never missing.
	const required = [undefined, ""].every((nothing) => !z.safeParse(field, nothing).success);
	const typed = typedPartOf(field);
	return {
		...(required && { required }),
		...(typed instanceof z.ZodString && typed.maxLength !== null && { maxLength: typed.maxLength }),
		...(typed instanceof z.ZodNumber && { min: typed.minValue ?? undefined, max: typed.maxValue ?? undefined }),
	};
}

function childOf(parent: z.core.$ZodType, name: string): z.core.$ZodType {
	const type = typedPartOf(parent);
	const child = type instanceof z.ZodArray ? type.element : type instanceof z.ZodObject ? type.shape[name] : undefined;
	if (!child) throw new Error(`the schema has no field ${name}`);
	return child;
}

/** Unwraps a field's schema: removes defaults, optional variants, and transformations. */
function typedPartOf(type: z.core.$ZodType): z.core.$ZodType {
	if (type instanceof z.ZodPipe) return typedPartOf(type.in instanceof z.ZodTransform ? type.out : type.in);
	if (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault) {
		return typedPartOf(type.unwrap());
	}
	return type;
}
