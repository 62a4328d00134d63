import { expect, test } from "vitest";
import type { z } from "zod";
import { applicationFormSchema } from "#features/applications/applications.schema.ts";
import { bookingInputSchema, callFormSchema } from "#features/bookings/bookings.schema.ts";
import { contactFormSchema, contactInputSchema } from "#features/contacts/contacts.schema.ts";
import { invoiceInputSchema } from "#features/invoices/invoices.schema.ts";
import { jobInputSchema } from "#features/jobs/jobs.schema.ts";
import { postInputSchema } from "#features/posts/posts.schema.ts";
import { acceptanceSchema } from "#features/users/invitations/invitations.schema.ts";
import { fieldErrors } from "#lib/fields.ts";
import { buildBooking } from "./factories/bookings.ts";
import { buildContact } from "./factories/contacts.ts";
import { buildInvoice } from "./factories/invoices.ts";
import { buildJob } from "./factories/jobs.ts";

const visitor = { firstName: "Ada", lastName: "Byron", email: "ada@example.com", phone: "(555) 010-0142" };

const post = {
	title: "The first line does the work",
	slug: "the-first-line",
	content: "<p>One</p>\n<p>Two</p>",
	excerpt: "How to earn it.",
	tags: ["Writing", "Press"],
	featured_image: "/artwork/one.avif",
	meta_title: "Lines",
	meta_description: "About lines.",
	og_image: "/artwork/two.avif",
	status: "draft",
};

const acceptance = { token: "x".repeat(43), full_name: "Ada Byron", password: "gondola twelve birch" };

/** A complete input of each kind, and those of its fields that may have several lines, or are taken as they are. */
const inputs: [string, z.ZodObject, Record<string, unknown>, string[]][] = [
	["contact form", contactFormSchema, { ...visitor, subject: "Engines", message: "Hello" }, ["message"]],
	["contact", contactInputSchema, buildContact(), ["message"]],
	[
		"call form",
		callFormSchema,
		{ ...visitor, company: "Engines Ltd", industry: "retail", projectDescription: "A launch" },
		["projectDescription"],
	],
	["booking", bookingInputSchema, buildBooking(), ["message"]],
	[
		"application",
		applicationFormSchema,
		{ ...visitor, job_id: "press-officer", coverLetter: "Dear all" },
		["coverLetter"],
	],
	["job", jobInputSchema, buildJob(), ["description"]],
	["invoice", invoiceInputSchema, buildInvoice(), ["client_address", "notes", "terms"]],
	["accepted invitation", acceptanceSchema, acceptance, ["token", "password"]],
	["post", postInputSchema, post, ["content", "excerpt", "meta_description"]],
];

type Path = (string | number)[];

/** Where the texts of an input stand. */
const textsOf = (value: unknown, path: Path = []): Path[] => {
	if (typeof value === "string") return [path];
	if (Array.isArray(value)) return value.flatMap((entry, index) => textsOf(entry, [...path, index]));
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, entry]) => textsOf(entry, [...path, key]));
};

function withTextAt(value: unknown, [key, ...rest]: Path, text: string): unknown {
	if (key === undefined) return text;
	const copy = structuredClone(value) as Record<string | number, unknown>;
	copy[key] = withTextAt(copy[key], rest, text);
	return copy;
}

const errorsOf = (schema: z.ZodObject, input: unknown) => {
	const parsed = schema.safeParse(input);
	return parsed.success ? [] : Object.keys(fieldErrors(parsed.error));
};

test.each(inputs)(
	"every one-line field of a %s refuses what breaks a line, and no other field does",
	(...[, schema, input, severalLines]) => {
		expect(errorsOf(schema, input)).toEqual([]);
		for (const path of textsOf(input)) {
			const field = String(path[0]);
			for (const breaker of ["\n", "\r", "\r\n", "\t", "\v", "\x1b", "\x7f", "\x85", "\u2028", "\u2029"]) {
				const refused = errorsOf(schema, withTextAt(input, path, `A${breaker}Bcc: eve@example.com`));
				expect([path, breaker, refused]).toEqual([path, breaker, severalLines.includes(field) ? [] : [field]]);
			}
		}
	},
);

test("says what to do, and lets blanks and line breaks around a line pass, which are trimmed", () => {
	const parsed = contactInputSchema.safeParse(buildContact({ name: "Ada\nByron" }));
	expect(parsed.error && fieldErrors(parsed.error)).toEqual({
		name: "Please write this on one line, without tabs or other control characters.",
	});
	expect(contactInputSchema.parse(buildContact({ name: " Ada Byron\r\n", subject: "\t" }))).toMatchObject({
		name: "Ada Byron",
		subject: null,
	});
});
