import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { isJsonObject, parseJson } from "#lib/text/json.ts";
import { badRequest, HttpError, tooLarge, unsupportedMediaType } from "./http-errors.server.ts";

const kilobyte = 1024;

/**
 * Much more than the fields may hold: a visitor who pastes a megabyte should learn which field is too long instead of
 * losing everything to a refused request. Text beyond `fieldLimits` is read but not kept.
 */
export const formBodyLimit = 4096 * kilobyte;

/**
 * The most that is kept of a form (decision 034). The largest field has 20,000 characters, at most 60 kB, and no form
 * has more than a dozen fields. A text that is cut off here is therefore also refused as too long.
 */
const fieldLimits = { fieldSize: 128 * kilobyte, fields: 20, parts: 25 };
/** For all fields of a form together, in characters. */
const maxCharacters = 256 * kilobyte;

/**
 * JSON has to be read into memory completely before any of it can be dropped. This holds two of the largest fields in
 * any script.
 */
export const jsonBodyLimit = 256 * kilobyte;

/**
 * Returns a parser for a form in either encoding, and the fields of these names that it finds. @throws if `type`
 * isn't a form's content type
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
 * Reads the fields of these names from a submitted form: URL-encoded, multipart (its files are dropped), or a JSON
 * object. Stops after `limit` bytes.
 * @throws {HttpError} 400, 415, or 413 with the fields read before the limit
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

/** Adds the values read so far to a form's refusal, so that the visitor doesn't have to type them again. */
export const withTyped = ({ status, code, message, details }: HttpError, fields: ReadonlyMap<string, string>) =>
	new HttpError(status, code, message, { ...details, typed: Object.fromEntries(fields) });

/** @throws {HttpError} 400 if the body isn't a JSON object, 413 above `limit` bytes */
export async function readJsonObject(request: Request, limit: number): Promise<Record<string, unknown>> {
	return jsonObjectIn(await readText(request, limit));
}

/** The same, where a body may be left out. */
export async function readOptionalJsonObject(request: Request, limit: number): Promise<Record<string, unknown>> {
	const text = await readText(request, limit);
	return text === "" ? {} : jsonObjectIn(text);
}

function jsonObjectIn(text: string): Record<string, unknown> {
	const value = parseJson(text);
	if (value === undefined) throw badRequest("The request body is not valid JSON.");
	if (!isJsonObject(value)) throw badRequest("The request body is not a JSON object.");
	return value;
}

/** A body up to this announced size may be in memory as bytes and as text at the same time, which is much faster. */
const smallBody = 16 * kilobyte;

/** Reads a body as text. A large body is decoded as it arrives. @throws {HttpError} 400, 413 above `limit` bytes */
export async function readText(request: Request, limit: number): Promise<string> {
	requireAnnounced(request, limit);
	const decoder = new TextDecoder();
	let [size, text] = [0, ""];
	try {
		const announced = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
		// Node doesn't read more than the announced length.
		if (announced <= Math.min(smallBody, limit)) return await request.text();
		for await (const chunk of request.body ?? []) {
			size += chunk.byteLength;
			if (size > limit) throw tooManyBytes(limit);
			text += decoder.decode(chunk, { stream: true });
		}
	} catch (error) {
		// The caller left or stopped sending. This isn't an error of the server.
		throw error instanceof HttpError ? error : badRequest("The request body was cut off.");
	}
	return text + decoder.decode();
}

const tooManyBytes = (limit: number) => tooLarge(`${Math.round(limit / kilobyte).toLocaleString("en-US")} kB`);

/** Refuses a body whose Content-Length exceeds the limit. */
function requireAnnounced(request: Request, limit: number): void {
	if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooManyBytes(limit);
}

/** Passes bytes through, up to `limit`. */
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
