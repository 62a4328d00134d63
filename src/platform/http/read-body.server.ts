import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { badRequest, HttpError, tooLarge, unsupportedMediaType } from "./http-errors.server.ts";

const kilobyte = 1024;

/**
 * Far above what the fields may hold: a visitor who pastes a megabyte sees which field is too long instead of losing
 * everything to a refused request. What is read beyond `fieldLimits` is not kept.
 */
export const formBodyLimit = 4096 * kilobyte;

/**
 * What is kept of a form (decision 034). The largest field of any form has 20,000 characters, which are 60 kB at most,
 * and no form has more than a dozen fields: a genuine text is never cut off without also being refused as too long.
 */
const fieldLimits = { fieldSize: 128 * kilobyte, fields: 20, parts: 25 };
/** Of all fields of a form together, in characters. */
const maxCharacters = 256 * kilobyte;

/**
 * JSON is read into memory whole before anything of it can be dropped. Enough for two of the largest fields in any
 * script.
 */
export const jsonBodyLimit = 256 * kilobyte;

/**
 * A parser for a form in either encoding, and the fields of these names that it finds. @throws when `type` names no
 * form
 */
export function openFormParser(type: string, names: readonly string[], fileSize = 0) {
	const parser = new Busboy({ headers: { "content-type": type }, limits: { ...fieldLimits, fileSize } });
	const fields = new Map<string, string>();
	let left = maxCharacters;
	parser.on("field", (name, value) => {
		if (!names.includes(name)) return;
		const shortened = value.slice(0, left);
		left -= shortened.length;
		fields.set(name, shortened);
	});
	return { parser, fields };
}

/**
 * Reads the fields of these names from a submitted form: url-encoded, multipart, whose files are dropped, or a JSON
 * object. Stops reading at `limit` bytes.
 * @throws {HttpError} 400, 415, or 413 with the fields that came before the limit
 */
export async function readFields(
	request: Request,
	names: readonly string[],
	limit = formBodyLimit,
): Promise<Record<string, unknown>> {
	const header = request.headers.get("content-type") ?? "";
	const type = header.split(";")[0]?.trim().toLowerCase();
	if (type === "application/json") {
		const object = await readJsonObject(request, jsonBodyLimit);
		return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
	}
	if (type !== "application/x-www-form-urlencoded" && type !== "multipart/form-data") throw unsupportedMediaType();
	let fields = new Map<string, string>();
	try {
		const form = openFormParser(header, names);
		fields = form.fields;
		await pipeline(request.body ?? [], limitBytes(limit), form.parser);
		return Object.fromEntries(fields);
	} catch (error) {
		throw error instanceof HttpError
			? withTyped(error, fields)
			: badRequest("We couldn't read this form. Please send it again.");
	}
}

/** The refusal of a form, with what had been read of it, so that the visitor does not have to type it again. */
export const withTyped = ({ status, code, message, details }: HttpError, fields: ReadonlyMap<string, string>) =>
	new HttpError(status, code, message, { ...details, typed: Object.fromEntries(fields) });

/** @throws {HttpError} 400 for anything that is not a JSON object, 413 above `limit` bytes */
export async function readJsonObject(request: Request, limit: number): Promise<Record<string, unknown>> {
	const value = parseJson(await readText(request, limit));
	if (typeof value !== "object" || value === null || Array.isArray(value)) {
		throw badRequest("The request body is not a JSON object.");
	}
	return value as Record<string, unknown>;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw badRequest("The request body is not valid JSON.");
	}
}

/** Up to this announced size, a body may lie in memory as bytes and as text for a moment, which is much quicker. */
const smallBody = 16 * kilobyte;

/** A large one is decoded as it comes in. */
async function readText(request: Request, limit: number): Promise<string> {
	requireAnnounced(request, limit);
	const decoder = new TextDecoder();
	let [size, text] = [0, ""];
	try {
		const announced = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
		// Node takes no more than was announced.
		if (announced <= Math.min(smallBody, limit)) return await request.text();
		for await (const chunk of request.body ?? []) {
			size += chunk.byteLength;
			if (size > limit) throw tooManyBytes(limit);
			text += decoder.decode(chunk, { stream: true });
		}
	} catch (error) {
		// The caller went away, or fell silent: nothing of ours failed.
		throw error instanceof HttpError ? error : badRequest("The request body was cut off.");
	}
	return text + decoder.decode();
}

const tooManyBytes = (limit: number) => tooLarge(`${Math.round(limit / kilobyte).toLocaleString("en-US")} kB`);

/** Refuses a body that says itself that it is too large. */
function requireAnnounced(request: Request, limit: number): void {
	if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooManyBytes(limit);
}

/** Passes bytes on, up to so many. */
export function limitBytes(
	limit: number,
	refused = () => tooManyBytes(limit),
	onBytes: (bytes: number) => void = () => undefined,
): Transform {
	let size = 0;
	return new Transform({
		transform(chunk: Uint8Array, _encoding, done) {
			size += chunk.byteLength;
			onBytes(chunk.byteLength);
			if (size > limit) done(refused());
			else done(null, chunk);
		},
	});
}
