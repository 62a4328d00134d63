import { badRequest, tooLarge, unsupportedMediaType } from "./http-errors.server.ts";

const kilobyte = 1024;

/**
 * Far above what the fields may hold: a visitor who pastes a megabyte is told which field is too long and gets the text
 * back, also without JavaScript, instead of losing it to a refused request.
 */
export const formBodyLimit = 4096 * kilobyte;

/**
 * Reads the fields of a submitted form: url-encoded, multipart without files, or a JSON object.
 * Stops reading at `limit` bytes, so that a large body never sits in memory.
 * @throws {HttpError} 400, 413 or 415
 */
export async function readFields(request: Request, limit = formBodyLimit): Promise<Record<string, unknown>> {
	const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
	if (type === "application/json") return readJsonObject(request, limit);
	if (type !== "application/x-www-form-urlencoded" && type !== "multipart/form-data") throw unsupportedMediaType();
	const body = await readLimited(request, limit);
	const form = await new Response(body, { headers: { "content-type": request.headers.get("content-type") ?? "" } })
		.formData()
		.catch(() => {
			throw badRequest("We could not read this form.");
		});
	return Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
}

/** @throws {HttpError} 400 for anything that is not a JSON object, 413 above `limit` bytes */
export async function readJsonObject(request: Request, limit = formBodyLimit): Promise<Record<string, unknown>> {
	const text = new TextDecoder().decode(await readLimited(request, limit));
	const value = parseJson(text);
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

async function readLimited(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
	const refused = () => tooLarge(`${Math.round(limit / kilobyte).toLocaleString("en-US")} kB`);
	if (Number(request.headers.get("content-length") ?? 0) > limit) throw refused();
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of request.body ?? []) {
		size += chunk.byteLength;
		if (size > limit) throw refused();
		chunks.push(chunk);
	}
	const body = new Uint8Array(size);
	let offset = 0;
	for (const chunk of chunks) {
		body.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return body;
}
