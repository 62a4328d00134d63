import { lookup } from "node:dns";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request } from "node:https";
import { BlockList, isIP } from "node:net";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { CalendarProblem } from "./calendar-problem.ts";

const mostOctets = 5_000_000;
const withinMs = 10_000;
const mostRedirects = 3;

/** Networks that aren't the internet (RFC 6890): this machine, its neighbors, and what answers for a cloud's machines. */
const privateNetworks = new BlockList();
const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");
for (const [network, prefix] of [
	["0.0.0.0", 8],
	["10.0.0.0", 8],
	["100.64.0.0", 10],
	["127.0.0.0", 8],
	["169.254.0.0", 16],
	["172.16.0.0", 12],
	["192.0.0.0", 24],
	["192.0.2.0", 24],
	["192.168.0.0", 16],
	["198.18.0.0", 15],
	["198.51.100.0", 24],
	["203.0.113.0", 24],
	["224.0.0.0", 3],
] as const) {
	privateNetworks.addSubnet(network, prefix, "ipv4");
}
/** All but the unicast addresses of the internet; and there, what leads to an address of the old kind or is for examples. */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet("2000::", 3, "ipv6");
for (const [network, prefix] of [
	["2001::", 23],
	["2001:db8::", 32],
	["2002::", 16],
] as const) {
	privateNetworks.addSubnet(network, prefix, "ipv6");
}

/** Whether a calendar may be read from an address. */
export function isPublicAddress(address: string): boolean {
	if (isIP(address) === 4) return !privateNetworks.check(address, "ipv4");
	return isIP(address) === 6 && publicIpv6.check(address, "ipv6") && !privateNetworks.check(address, "ipv6");
}

const isLoopback = (address: string) => loopback.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");

const refused = () =>
	new CalendarProblem("This address is in a private network. Only calendars on the internet are read.");
const unreachable = (host: string) => new CalendarProblem(`The server ${host} can't be reached.`);

type Validators = { etag: string | null; last_modified: string | null };
/** What an address answers: a calendar, or, undefined, that it hasn't changed since it was read last. */
export type Fetched = Validators & { content: Buffer | undefined };

/**
 * Reads a secret address: over https, from no private network, within ten seconds, 5 MB, and three redirects.
 * @throws {CalendarProblem} in words that don't have the address
 */
export async function fetchCalendar(
	address: string,
	known: Validators | undefined,
	{ allowLoopback }: { allowLoopback: boolean },
): Promise<Fetched> {
	const signal = AbortSignal.timeout(withinMs);
	let url = parseAddress(address);
	try {
		for (let redirects = 0; redirects <= mostRedirects; redirects++) {
			const response = await open(url, known, allowLoopback, signal);
			const { headers, statusCode: status = 0 } = response;
			if (status >= 300 && status < 400 && headers.location !== undefined) {
				response.destroy();
				url = parseAddress(headers.location, url);
				continue;
			}
			const validators = { etag: headers.etag ?? null, last_modified: headers["last-modified"] ?? null };
			if (status === 304 && known) {
				response.destroy();
				return { ...known, content: undefined };
			}
			if (status !== 200) {
				response.destroy();
				throw new CalendarProblem(describeStatus(status, url.hostname));
			}
			return { ...validators, content: await readBody(response) };
		}
	} catch (error) {
		if (error instanceof CalendarProblem) throw error;
		if (signal.aborted) throw new CalendarProblem(`The server ${url.hostname} took longer than ten seconds.`);
		throw unreachable(url.hostname);
	}
	throw new CalendarProblem("The address leads from one address to the next without end.");
}

/** @throws {CalendarProblem} */
function parseAddress(address: string, base?: URL): URL {
	// Apple's calendars have addresses of this kind.
	const written = address.trim().replace(/^webcals?:/i, "https:");
	if (!URL.canParse(written, base)) throw new CalendarProblem("This isn't an address. It begins with https://.");
	return new URL(written, base);
}

function describeStatus(status: number, host: string): string {
	if (status === 404 || status === 410) {
		return "The address no longer exists. Copy the secret address from your calendar again.";
	}
	if (status === 401 || status === 403) return `The server ${host} refuses to show this calendar without a password.`;
	return `The server ${host} answered with an error (${status}).`;
}

function open(url: URL, known: Validators | undefined, allowLoopback: boolean, signal: AbortSignal) {
	const host = url.hostname.replace(/^\[|\]$/g, "");
	const mayConnect = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopback(address));
	const isLocal = allowLoopback && (host === "localhost" || (isIP(host) !== 0 && isLoopback(host)));
	if (url.protocol !== "https:" && !(isLocal && url.protocol === "http:")) {
		throw new CalendarProblem("Only addresses that begin with https:// are read.");
	}
	// A host that is an address is never looked up.
	if (isIP(host) !== 0 && !mayConnect(host)) throw refused();
	const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
	const send = url.protocol === "https:" ? request : requestPlain;
	const sent = send(url, {
		signal,
		// A connection that is kept might be of another check.
		agent: false,
		headers: {
			accept: "text/calendar",
			"accept-encoding": "gzip, br",
			"user-agent": "calendar reader",
			...(known?.etag && { "if-none-match": known.etag }),
			...(known?.last_modified && { "if-modified-since": known.last_modified }),
		},
		// The connection goes to what is checked here, and nothing resolves the name again.
		lookup: (name, options, callback) =>
			lookup(name, { ...options, all: true }, (error, found) => {
				const [first] = found ?? [];
				const failure = error ?? (first && found.every(({ address }) => mayConnect(address)) ? null : refused());
				if (options.all) callback(failure, found ?? []);
				else callback(failure, first?.address ?? "", first?.family);
			}),
	});
	sent.on("response", resolve).on("error", reject).end();
	return promise;
}

const decoders: Record<string, () => NodeJS.ReadWriteStream> = {
	gzip: createGunzip,
	br: createBrotliDecompress,
};

/** At most so many octets as a calendar may have, also of one that is small while it is compressed. */
async function readBody(response: IncomingMessage): Promise<Buffer> {
	const decoder = decoders[response.headers["content-encoding"]?.trim().toLowerCase() ?? ""]?.();
	const body = decoder ? response.on("error", (error) => decoder.emit("error", error)).pipe(decoder) : response;
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of body) {
			const octets = Buffer.from(chunk);
			size += octets.length;
			if (size > mostOctets) throw new CalendarProblem("The calendar is larger than 5 MB.");
			chunks.push(octets);
		}
	} finally {
		response.destroy();
	}
	return Buffer.concat(chunks);
}
