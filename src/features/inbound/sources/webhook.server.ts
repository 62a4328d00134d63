import { createHmac, timingSafeEqual } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { IntakeHooks } from "#features/inbound/intake/hooks.ts";
import { type IntakeDeps, mostMessageBytes, type TakenIn, takeIn } from "#features/inbound/intake/take-in.server.ts";
import { badRequest, HttpError, noEndpoint, unsupportedMediaType } from "#platform/http/http-errors.server.ts";
import { limitBytes } from "#platform/http/read-body.server.ts";
import { limitConcurrency } from "#platform/limits/concurrency.server.ts";
import { watchSource, withArrivalFile } from "./source-states.server.ts";

/** A signature that is older, or earlier, is refused: no one sends it a second time later. */
const signatureLastsSeconds = 300;

const badSignature = () => new HttpError(401, "bad_signature", "This request is not signed as it should be.");

/** As many as are read at a time; a provider tries again. */
const reading = limitConcurrency({ running: 4, waiting: 0 });

/**
 * Takes a message that a provider hands over, signed over its time and its bytes.
 * @throws {HttpError} 401, 404 without a secret, 413, 415, 503 while four are being read
 */
export async function receiveByWebhook(deps: IntakeDeps, hooks: IntakeHooks, request: Request): Promise<TakenIn> {
	const { webhookSecret } = deps.settings.inbound;
	if (!webhookSecret) throw noEndpoint();
	const timestamp = request.headers.get("x-signature-timestamp") ?? "";
	const age = Math.abs(Date.now() / 1000 - Number(timestamp));
	if (!/^\d{1,12}$/.test(timestamp) || age > signatureLastsSeconds) throw badSignature();
	if (!/^message\/rfc822\b/i.test(request.headers.get("content-type") ?? "")) throw unsupportedMediaType();
	return reading(() =>
		withArrivalFile(deps.settings, async (path) => {
			const hmac = createHmac("sha256", webhookSecret).update(`${timestamp}.`);
			const { signature, size } = await receive(request, path, hmac);
			if (!isSame(request.headers.get("x-signature") ?? "", `sha256=${signature}`)) throw badSignature();
			const taken = await takeIn(deps, hooks, { source: "webhook", path, size });
			await watchSource(deps, "webhook").succeeded();
			return taken;
		}),
	);
}

async function receive(request: Request, path: string, hmac: ReturnType<typeof createHmac>) {
	let size = 0;
	const signed = new Transform({
		transform(chunk: Uint8Array, _encoding, done) {
			hmac.update(chunk);
			size += chunk.byteLength;
			done(null, chunk);
		},
	});
	if (!request.body) throw badRequest("There is no message.");
	try {
		await pipeline(
			Readable.fromWeb(request.body as ReadableStream),
			limitBytes(mostMessageBytes),
			signed,
			createWriteStream(path, { flags: "wx", mode: 0o600 }),
		);
	} catch (error) {
		if (error instanceof HttpError || (error instanceof Error && "syscall" in error)) throw error;
		throw badRequest("The request body was cut off.");
	}
	return { signature: hmac.digest("hex"), size };
}

/** Compares in constant time, so that timing doesn't reveal where they differ. */
function isSame(given: string, wanted: string): boolean {
	const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
	return one.length === other.length && timingSafeEqual(one, other);
}
