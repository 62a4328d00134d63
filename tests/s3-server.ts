import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver from "@20minutes/s3rver";

/** The only account of the whole S3. */
const account = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

/** A whole S3, on disk. */
export async function startWholeS3Server(bucket: string) {
	const directory = mkdtempSync(join(tmpdir(), "s3-"));
	const server = new S3rver({
		address: "127.0.0.1",
		port: 0,
		silent: true,
		directory,
		// It forgets the slash at the end of a signed path, without which no list is signed.
		allowMismatchedSignatures: true,
		configureBuckets: [{ name: bucket }],
	});
	const { port } = await server.run();
	return {
		endpoint: `http://127.0.0.1:${port}`,
		...account,
		close: async () => {
			await server.close();
			rmSync(directory, { recursive: true, force: true });
		},
	};
}

type StoredObject = { content: Buffer; type: string; modified: Date };

/**
 * As much of S3 as the site speaks, in memory, with what the whole one does not do: it puts only what is not there yet,
 * and lists in pages of two.
 */
export async function startS3Server() {
	const objects = new Map<string, StoredObject>();
	const server = createServer((request, response) => void answer(objects, request, response));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return { endpoint: `http://127.0.0.1:${port}`, objects, close: () => server.close() };
}

async function answer(objects: Map<string, StoredObject>, request: IncomingMessage, response: ServerResponse) {
	const url = new URL(request.url ?? "/", "http://s3.test");
	const key = decodeURIComponent(url.pathname.slice(1));
	const known = objects.get(key);
	if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) return response.writeHead(403).end();
	if (request.method === "PUT") {
		if (known && request.headers["if-none-match"] === "*") return response.writeHead(412).end();
		const type = request.headers["content-type"] ?? "";
		objects.set(key, { content: await buffer(request), type, modified: new Date() });
		return response.end();
	}
	if (request.method === "DELETE") {
		objects.delete(key);
		return response.writeHead(204).end();
	}
	if (url.searchParams.has("list-type")) {
		return response.setHeader("content-type", "application/xml").end(listing(objects, key, url.searchParams));
	}
	if (!known) return response.writeHead(404).end();
	response.writeHead(200, { "content-type": known.type, "content-length": known.content.length }).end(known.content);
}

function listing(objects: Map<string, StoredObject>, path: string, query: URLSearchParams): string {
	const bucket = `${path.replace(/\/+$/, "")}/`;
	const start = Number(query.get("continuation-token") ?? 0);
	const found = [...objects].filter(([key]) => key.startsWith(bucket + query.get("prefix")));
	const more = found.length > start + 2;
	const contents = found.slice(start, start + 2).map(
		([key, { content, modified }]) =>
			`<Contents><Key>${key.slice(bucket.length)}</Key><Size>${content.length}</Size>
			<LastModified>${modified.toISOString()}</LastModified></Contents>`,
	);
	return `<ListBucketResult><IsTruncated>${more}</IsTruncated>
		${more ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : ""}${contents.join("")}</ListBucketResult>`;
}
