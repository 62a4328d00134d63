import { z } from "zod";
import { longestAddress, readEmailAddress } from "./reach/email-address.ts";
import { withoutInvisible } from "./reach/without-invisible.ts";
import { isOneLine, searchedLength, withoutDirections } from "./text/text.ts";

/** Limits on visitors' and staff's free text, in characters (decisions: bookings and contacts). */
export const textLimits = {
	name: 200,
	email: longestAddress,
	phone: 50,
	subject: 300,
	message: 20_000,
	notes: 20_000,
} as const;

/** The version that an edit started from: another one isn't overwritten. Without this field the last save wins. */
export const versionField = z.string("Please provide the version as text.").max(100).optional();

/** PostgreSQL's text type accepts neither NUL nor half of a surrogate pair. */
const storable = (value: string) => !value.includes("\0") && value.isWellFormed();
const notStorable = "This contains characters that we can't store. Please remove them.";

/** Text as it is, for comparing with the stored text. */
export const storedText = z.string({ error: "Please enter text." }).refine(storable, notStorable);

const tooLong = (max: number) => `Please keep this to ${max.toLocaleString("en-US")} characters or fewer.`;

const text = (max: number) =>
	z.string({ error: "Please enter text." }).trim().max(max, tooLong(max)).refine(storable, notStorable);

/** Names, subjects, and the like go into mail headers, file names, calendars, and tables, where a line break ends them. */
const line = (max: number) =>
	text(max)
		.overwrite(withoutDirections)
		.trim()
		.refine(isOneLine, "Please write this on one line, without tabs or other control characters.");

const required = (field: z.ZodString, message: string) => z.preprocess((value) => value ?? "", field.min(1, message));
const optional = (field: z.ZodString) =>
	z.preprocess(
		(value) => value ?? "",
		field.transform((value) => value || null),
	);

/** One line of at least one character after trimming. `message` is shown if it is missing. */
export const requiredLine = (max: number, message: string) => required(line(max), message);

/** One line that may be missing. An empty one becomes null. */
export const optionalLine = (max: number) => optional(line(max));

/** Text with line breaks, of at least one character after trimming. `message` is shown if it is missing. */
export const requiredText = (max: number, message: string) => required(text(max), message);

/** Text with line breaks that may be missing. An empty one becomes null. */
export const optionalText = (max: number) => optional(text(max));

/** What someone looks for. */
export const searchedText = (least: number, most: number) =>
	z
		.string({ error: "Please enter something to search for." })
		.trim()
		.max(most, `Please enter at most ${most} characters.`)
		.refine((text) => searchedLength(text) >= least, `Please enter at least ${least} characters.`);

const visible = (value: unknown) => (typeof value === "string" ? withoutInvisible(value) : value);

/** A phone number in anyone's own notation. An empty one becomes null. */
export const optionalPhone = z.preprocess(visible, optionalLine(textLimits.phone));

/** @param message shown if it is missing */
export const requiredPhone = (message: string) => z.preprocess(visible, requiredLine(textLimits.phone, message));

/** An email address as it is stored. @param wrong shown for anything else */
export const emailAddress = (wrong: string) =>
	z.string().transform((value, context) => {
		const address = readEmailAddress(value);
		if (address === undefined) context.addIssue(wrong);
		return address ?? z.NEVER;
	});

/** @param message shown if it is missing */
export const requiredEmail = (message: string) =>
	z.preprocess(
		visible,
		requiredLine(textLimits.email, message).pipe(emailAddress("Please enter an email address like name@company.com.")),
	);

export const emailField = requiredEmail("Please enter an email address.");

/** Whatever follows a plus sign reaches the same mailbox with most providers. */
export const mailboxOf = (address: string) => address.toLowerCase().replace(/^([^+@]*)\+[^@]*@/, "$1@");

/** In UTC. PostgreSQL has no year 0, and we don't read the ISO form of years after 9999. */
function isStorableTime(value: string): boolean {
	const year = new Date(value).getUTCFullYear();
	return year >= 1900 && year <= 9999;
}

/** A day from 1900 on. */
export const dateField = (message = "Please provide a date in 1900 or later.") =>
	z.iso.date(message).refine(isStorableTime, message);

/** A date and time from 1900 on, as text in UTC. */
export const timeInUtc = (message = "Please provide a time in UTC, in 1900 or later.") =>
	z.iso.datetime(message).refine(isStorableTime, message);

/** A date and time from 1900 on, as text with any offset; converted to text in UTC. */
export const timeWithOffset = (message = "Please provide a time with its offset, in 1900 or later.") =>
	z.iso.datetime({ offset: true, error: message }).refine(isStorableTime, message);

/** The value that a form sends for a choice or a date that was left empty. */
const emptyAsNull = (value: unknown) => (value === "" || value === undefined ? null : value);

/** A choice, a date, or the like that may be left empty, which becomes null. */
export const orNull = <Field extends z.ZodType>(field: Field) => z.preprocess(emptyAsNull, field.nullable());

/** One of a list of options. An empty choice becomes null. */
export const optionalChoice = <const T extends readonly [string, ...string[]]>(options: T) => orNull(z.enum(options));

/** The first message for each top-level field of a failed parse. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
	const errors: Record<string, string> = {};
	for (const issue of error.issues) errors[String(issue.path[0] ?? "form")] ??= issue.message;
	return errors;
}
