import { createHmac, type Hmac, timingSafeEqual } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { IntakeHooks } from "#features/inbound/intake/hooks.ts";
import { type IntakeDeps, mostMessageBytes, type TakenIn, takeIn } from "#features/inbound/intake/take-in.server.ts";
import { badRequest, busy, HttpError, noEndpoint, unsupportedMediaType } from "#platform/http/http-errors.server.ts";
import { limitBytes } from "#platform/http/read-body.server.ts";
import { limitConcurrency } from "#platform/limits/concurrency.server.ts";
import { countConcurrency, type Place } from "#platform/limits/rate-limits.server.ts";
import { watchSource, withArrivalFile } from "./source-states.server.ts";

/** A signature that is older, or earlier, is refused: no one sends it a second time later. */
const signatureLastsSeconds = 300;

const badSignature = () => new HttpError(401, "bad_signature", "This request is not signed as it should be.");

/**
 * Whoever knows no secret can still send slowly, because the signature counts the whole message. So each network has
 * places of its own, and the slowest gives way to whoever comes. At any speed, strangers give way to the provider.
 */
const arriving = { name: "webhook", perKey: 4, perSite: 8, inAll: 16, leastRate: 20_000, graceMs: 1_000 };
/** The networks whose last request was signed rightly. A provider has few. */
const proven = new Set<string>();
const begin = countConcurrency((network) => proven.has(network));

/** As many as are taken in at a time once their signature is known to be right; a provider tries again. */
const reading = limitConcurrency({ running: 4, waiting: 0 });

/**
 * Takes a message that a provider hands over, signed over its time and its bytes.
 * @param network of the caller
 * @throws {HttpError} 401, 404 without a secret, 413, 415, 503 while four are being read
 */
export async function receiveByWebhook(
	deps: IntakeDeps,
	hooks: IntakeHooks,
	request: Request,
	network: string,
): Promise<TakenIn> {
	const { webhookSecret } = deps.settings.inbound;
	if (!webhookSecret) throw noEndpoint();
	const timestamp = request.headers.get("x-signature-timestamp") ?? "";
	const age = Math.abs(Date.now() / 1000 - Number(timestamp));
	if (!/^\d{1,12}$/.test(timestamp) || age > signatureLastsSeconds) throw badSignature();
	if (!/^message\/rfc822\b/i.test(request.headers.get("content-type") ?? ""))
		throw unsupportedMediaType("Send the email as received, with the Content-Type message/rfc822.");
	const given = request.headers.get("x-signature") ?? "";
	if (!/^sha256=[\da-f]{64}$/.test(given)) throw badSignature();
	const place = begin(arriving, network, busy);
	if (!place) throw busy();
	return withArrivalFile(deps.settings, async (path) => {
		const hmac = createHmac("sha256", webhookSecret).update(`${timestamp}.`);
		const { signature, size } = await receive(request, path, hmac, place);
		// What has arrived whole keeps no one out.
		place.end();
		proven.delete(network);
		if (!isSame(given, `sha256=${signature}`)) throw badSignature();
		proven.add(network);
		return reading(async () => {
			const taken = await takeIn(deps, hooks, { source: "webhook", path, size });
			await watchSource(deps, "webhook").succeeded();
			return taken;
		});
	}).finally(place.end);
}

async function receive(request: Request, path: string, hmac: Hmac, { count, signal }: Place) {
	let size = 0;
	const signed = new Transform({
		transform(chunk: Uint8Array, _encoding, done) {
			hmac.update(chunk);
			size += chunk.byteLength;
			done(null, chunk);
		},
	});
	if (!request.body) throw badRequest("There is no message.");
	const body = Readable.fromWeb(request.body as ReadableStream);
	const limited = limitBytes(mostMessageBytes, undefined, count);
	const written = createWriteStream(path, { flags: "wx", mode: 0o600 });
	try {
		await pipeline(body, limited, signed, written, { signal });
	} catch (error) {
		if (signal.aborted) throw signal.reason;
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
