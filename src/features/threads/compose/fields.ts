/** The fields in braces of a canned reply (contracts: inbox 5). */
export const cannedFields = [
	"name",
	"first_name",
	"email",
	"service",
	"subject",
	"date",
	"time",
	"my_name",
	"firm",
	"phone",
] as const;
export type CannedField = (typeof cannedFields)[number];
export type FieldValues = Record<CannedField, string | null>;

/** Braces around anything but a lower-case word are text. */
const inBraces = /\{([a-z_]+)\}/g;

const isField = (name: string): name is CannedField => cannedFields.some((known) => known === name);

/** The text with its fields filled in, in one pass: what a value holds is text. A field without a value stays. */
export const fillFields = (text: string, values: FieldValues): string =>
	text.replace(inBraces, (braces, name: string) => (isField(name) && values[name]) || braces);

/** The first thing in braces that is no field, such as '{nickname}'. */
export const unknownField = (text: string): string | undefined =>
	[...text.matchAll(inBraces)].find(([, name = ""]) => !isField(name))?.[0];

/**
 * The first field that no one has filled in, such as '{date}'.
 * @param literals values in which braces are text
 */
export function unfilledField(text: string, literals: readonly string[] = []): string | undefined {
	const left = literals.reduce((rest, literal) => rest.replaceAll(literal, " "), text);
	return [...left.matchAll(inBraces)].find(([, name = ""]) => isField(name))?.[0];
}

/** Values that contain characters which would be formatting or a field if someone had typed them. */
export const literalsOf = (values: FieldValues): string[] =>
	Object.values(values)
		.filter((value): value is string => value !== null && /[*{]/.test(value))
		.sort((one, other) => other.length - one.length);
