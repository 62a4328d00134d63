import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const folder = join(import.meta.dirname, "corpus", "inbound");

const attachment = z.object({ name: z.string(), size: z.number().nullable(), inline: z.boolean() });

const expectedSchema = z.object({
	setup: z.object({
		threads: z.array(
			z.object({
				n: z.number(),
				firstName: z.string(),
				lastName: z.string(),
				email: z.string(),
				subject: z.string(),
				message: z.string(),
				reply: z.string(),
			}),
		),
	}),
	messages: z.array(
		z.strictObject({
			file: z.string(),
			note: z.string().optional(),
			outcome: z.enum(["thread", "new", "held", "bounce", "ignored", "duplicate"]),
			reason: z.string().nullish(),
			reason_any: z.boolean().optional(),
			duplicate_of: z.string().optional(),
			thread: z.number().nullish(),
			related: z.number().optional(),
			from: z.object({ name: z.string(), address: z.string() }).optional(),
			subject: z.string().optional(),
			subject_start: z.string().optional(),
			subject_max: z.number().optional(),
			text: z.string().optional(),
			text_start: z.string().optional(),
			text_includes: z.array(z.string()).optional(),
			text_excludes: z.array(z.string()).optional(),
			quoted: z.null().optional(),
			quoted_includes: z.array(z.string()).optional(),
			html_includes: z.array(z.string()).optional(),
			html_excludes: z.array(z.string()).optional(),
			attachments: z.array(attachment).nullish(),
			attachments_include: z.array(z.string()).optional(),
			attachment_name_excludes: z.array(z.string()).optional(),
			flags: z.array(z.string()).nullish(),
			flags_include: z.array(z.string()).optional(),
			calendar: z.object({ method: z.string(), partstat: z.string(), address: z.string() }).optional(),
			mail: z.string().optional(),
			mail_status: z.string().optional(),
			mail_reason_includes: z.string().optional(),
		}),
	),
});
export type ExpectedMessage = z.infer<typeof expectedSchema>["messages"][number];

/** Messages as mail programs write them, and what is to become of each (the head of the file says how it is used). */
export const corpus = expectedSchema.parse(JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")));

export const corpusFiles = () => readdirSync(folder).filter((name) => name.endsWith(".eml"));

/** A message of the corpus with its placeholders filled in, byte by byte. */
export function corpusMessage(file: string, placeholders: Record<string, string>): Uint8Array<ArrayBuffer> {
	const source = readFileSync(join(folder, file), "latin1").replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
		const value = placeholders[name];
		if (value === undefined) throw new Error(`${file} has the unknown placeholder ${name}`);
		return value;
	});
	return new Uint8Array(Buffer.from(source, "latin1"));
}

/** As the head of `expected.json` says. */
export const collapsed = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim();

/** A message that other people's reports named, with these pieces of it replaced. */
export const corpusFault = (file: string, pieces: Record<string, string> = {}): Uint8Array<ArrayBuffer> =>
	new Uint8Array(
		Buffer.from(
			Object.entries(pieces).reduce(
				(source, [piece, by]) => source.replaceAll(piece, by),
				readFileSync(join(import.meta.dirname, "corpus", "faults", file), "latin1"),
			),
			"latin1",
		),
	);
