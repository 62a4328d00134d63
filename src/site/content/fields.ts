import { z } from "zod";
import type { OpeningHours } from "#lib/firm.ts";
import { readEmailAddress } from "#lib/reach/email-address.ts";
import { dayNames } from "#lib/time/day-names.ts";
import { type LogoValue, logoSchema } from "./values/logo-value.ts";
import type { PictureValue, Slot } from "./values/picture-value.ts";

// The kinds of texts that a firm may change without a developer. A page's definition is the only place of its originals.

/** Open and close on the 24-hour clock, or closed. Sunday is the first. */
export type Weekly = readonly (readonly [open: number, close: number] | null)[];

type FieldKind =
	| "line"
	| "text"
	| "lines"
	| "phone"
	| "code"
	| "email"
	| "link"
	| "hours"
	| "number"
	| "picture"
	| "color"
	| "choice"
	| "logo";

/** A value as it is typed, stored, and sent. */
export type FieldValue = string | readonly string[] | number | null | Weekly | PictureValue | LogoValue;

export type Field<Value extends FieldValue = FieldValue> = {
	kind: FieldKind;
	original: Value;
	/** In code points; of `lines`, of each. Of a number the largest. */
	max: number;
	/** The label, where the field's id doesn't say enough. */
	label?: string;
	/** Whether it may be left empty. */
	optional?: boolean;
	/** The host of a link. */
	host?: string;
	/** The place of a picture. */
	slot?: Slot;
};

export type Fields = Readonly<Record<string, Field>>;
export type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: F[Name]["original"] };

type Options = { max: number; label?: string; optional?: boolean };

/** A text without line breaks. */
export const line = (original: string, options: Options): Field<string> => ({ kind: "line", original, ...options });

/** One paragraph. */
export const text = (original: string, options: Options): Field<string> => ({ kind: "text", original, ...options });

/** As many lines as the original has. */
export const lines = (original: readonly string[], options: Options): Field<readonly string[]> => ({
	kind: "lines",
	original,
	...options,
});

export const phone = (original: string): Field<string> => ({ kind: "phone", original, max: 50 });

/** A country's calling code. */
export const callingCode = (original: string, label: string): Field<string> => ({
	kind: "code",
	original,
	max: 4,
	label,
});

export const email = (original: string): Field<string> => ({ kind: "email", original, max: 254 });

/** An https address on `host` or below it. */
export const link = (original: string, host: string, label: string): Field<string> => ({
	kind: "link",
	original,
	max: 300,
	host,
	label,
	optional: true,
});

/** A whole number from 1 to `max`, or none. */
export const number = (original: number | null, options: Omit<Options, "optional">): Field<number | null> => ({
	kind: "number",
	original,
	optional: true,
	...options,
});

export const hours = (original: readonly OpeningHours[]): Field<Weekly> => ({
	kind: "hours",
	original: Array.from({ length: 7 }, (_, weekday) => {
		const open = original.find(({ weekdays, open }) => open !== null && weekdays.includes(weekday));
		return open && open.open !== null && open.close !== null ? [open.open, open.close] : null;
	}),
	max: 24,
	label: "Opening Hours",
});

const center = { x: 0.5, y: 0.5 };

/** @param alt of the project's own picture, until another one takes its place */
export const picture = (alt: string, label: string, slot: Slot): Field<PictureValue> => ({
	kind: "picture",
	original: { alt, focus: center, image: null },
	max: 250,
	...{ label, slot },
});

/** Written as '#24101f'. */
export const color = (original: string, label: string): Field<string> => ({ kind: "color", original, max: 7, label });

/** None, or what the server has made of an uploaded file. */
export const logo = (label: string): Field<LogoValue | null> => ({ kind: "logo", original: null, max: 0, label });

/** Some of what the original lists, at least one, in any order. */
export const choice = (original: readonly string[], label: string): Field<readonly string[]> => ({
	kind: "choice",
	original,
	max: original.length,
	label,
});

export type PageDefinition<F extends Fields = Fields> = {
	label: string;
	/** Where it is seen. */
	path: string;
	fields: F;
	/** What keeps all values together from being published, by field. */
	check?: Check | undefined;
};

type Check = (values: Record<string, FieldValue>) => Record<string, string>;

export const definePage = <F extends Fields>(
	label: string,
	path: string,
	fields: F,
	check?: Check,
): PageDefinition<F> => ({ label, path, fields, check });

/** What a text may name, so that it never contradicts the firm's own page. */
const placeholders = ["name", "phone", "email", "call_promise", "reply_promise"] as const;
export const placeholder = new RegExp(`\\{(${placeholders.join("|")})\\}`, "g");

/** Those of an original, each once. They have to stay, and no others may come. */
export const placeholdersIn = (value: FieldValue): string[] =>
	[...new Set(String(value).match(placeholder) ?? [])].sort();

/** Control characters, zero-width ones, and those that turn the direction of writing. */
const unseen = /[\p{Cc}\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u061C\uFFF9-\uFFFB]/u;

const tidy = (value: string) =>
	value
		.normalize("NFC")
		.replace(/[ \t\r\n]+/g, " ")
		.trim();

/** A line or a paragraph as it is stored. */
function textSchema({ max, optional, original }: Field) {
	const needed = placeholdersIn(original);
	return z
		.string("Please enter text.")
		.transform(tidy)
		.superRefine((value, context) => {
			if (!value && !optional) context.addIssue("Please enter a text, or go back to the original.");
			if (!value.isWellFormed() || unseen.test(value))
				context.addIssue("This contains characters that can't be seen. Please type it instead of pasting it.");
			if ([...value].length > max) context.addIssue(`Please keep this to ${max} characters or fewer.`);
			const used = placeholdersIn(value);
			const missing = needed.filter((name) => !used.includes(name));
			const foreign = used.filter((name) => !needed.includes(name));
			if (missing.length > 0 && value) context.addIssue(`Please keep ${missing.join(" and ")}: the site fills it in.`);
			if (foreign.length > 0)
				context.addIssue(`Please leave out ${foreign.join(" and ")}: it can't be filled in here.`);
		});
}

const linesSchema = (field: Field<readonly string[]>) =>
	z
		.array(textSchema({ ...field, original: "" }), "Please enter each line.")
		.length(field.original.length, `Please enter ${field.original.length} lines.`);

const time = z.number().min(0).max(24).multipleOf(0.25);
const weeklySchema = z
	.array(
		z
			.tuple([time, time])
			.refine(([open, close]) => open < close, "Please enter a closing time after the opening time.")
			.nullable(),
	)
	.length(7);

/** With its ending, or as cameras number them. */
const fileName = /\.(jpe?g|png|webp|avif|gif|hei[cf]|svg|tiff?|bmp)$|^(img|dsc[fn]?|pxl|mvi)[-_ ]?\d+$/i;
const share = z
	.number()
	.min(0)
	.max(1)
	.transform((value) => Math.round(value * 100) / 100);
const undescribed = "Please describe the picture for people who can't see it.";

const pictureSchema = (field: Field) =>
	z
		.object({
			alt: z
				.string(undescribed)
				.refine((alt) => alt.trim() !== "", { error: undescribed, abort: true })
				.pipe(textSchema({ ...field, original: "" }))
				.refine((alt) => !fileName.test(alt), "This is the name of a file. Please describe what the picture shows."),
			focus: z.object({ x: share, y: share }),
			image: z.string().max(100).nullable(),
		})
		// The project's own isn't cut.
		.transform((value) => (value.image === null ? { ...value, focus: center } : value));

function schemaOf(field: Field): z.ZodType<FieldValue> {
	const { kind, max, host, original } = field;
	switch (kind) {
		case "lines":
			return linesSchema({ ...field, original: Array.isArray(original) ? original.map(String) : [] });
		case "number":
			return z
				.number("Please enter a whole number, or leave this empty.")
				.int("Please enter a whole number.")
				.min(1, "Please enter 1 or more, or leave this empty.")
				.max(max, `Please enter ${max} or less.`)
				.nullable();
		case "hours":
			return weeklySchema;
		case "picture":
			return pictureSchema(field);
		case "email":
			return textSchema(field).refine(
				(value) => readEmailAddress(value) === value,
				"Please enter an email address like name@company.com.",
			);
		case "phone":
			return textSchema(field).refine(
				(value) => value.replace(/\D/g, "").length >= 3 && /^[\d\s()+./-]+$/.test(value),
				"Please enter a phone number.",
			);
		case "logo":
			return logoSchema.nullable();
		case "color":
			return z
				.string()
				.transform((value) => value.trim().toLowerCase())
				.refine((value) => /^#[0-9a-f]{6}$/.test(value), "Please enter a color like #24101f.");
		case "choice":
			return z
				.array(z.enum(Array.isArray(original) ? original.map(String) : []), "Please choose from the list.")
				.min(1, "Please keep at least one.")
				.refine((chosen) => new Set(chosen).size === chosen.length, "Please name each once.");
		case "code":
			return textSchema(field).refine((value) => /^\d{1,4}$/.test(value), "Please enter digits, such as 1 or 49.");
		case "link":
			return textSchema(field)
				.transform((value) => (value === "" || value.includes(":") ? value : `https://${value}`))
				.refine(
					(value) => value === "" || isOn(value, host ?? ""),
					`Please enter an address that begins with https://www.${host}/.`,
				);
		default:
			return textSchema(field);
	}
}

function isOn(address: string, host: string): boolean {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (url?.protocol !== "https:" || url.username || url.password || url.port) return false;
	return url.hostname === host || url.hostname.endsWith(`.${host}`);
}

/** A value as it is stored, or the sentence that says what is wrong with it; of several lines or days, it begins with which. */
export function checkValue(field: Field, value: unknown): { value: FieldValue } | { problem: string } {
	const parsed = schemaOf(field).safeParse(value);
	if (parsed.success) return { value: parsed.data };
	const [issue] = parsed.error.issues;
	const place = issue?.path[0];
	const at = typeof place === "number" ? (field.kind === "hours" ? `${dayNames[place]}: ` : `Line ${place + 1}: `) : "";
	if (field.kind === "hours" && issue?.code !== "custom")
		return {
			problem: `${at}Please enter hours like 9 AM - 5:30 PM, in quarters of an hour, or leave a closed day empty.`,
		};
	if (field.kind === "picture" && issue?.path[0] !== "alt") return { problem: "Please choose the picture again." };
	return { problem: `${at}${issue?.message ?? "Please check this."}` };
}

export const isSame = (a: FieldValue, b: FieldValue) => JSON.stringify(a) === JSON.stringify(b);
