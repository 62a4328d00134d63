import { S3mini, S3ServiceError } from "s3mini";
import type { Settings } from "#platform/process/settings.server.ts";
import {
	assertFileName,
	type Bucket,
	contentTypeOf,
	FileExistsError,
	type FileStorage,
	isFileName,
} from "./storage.server.ts";

const defaultRegion = "us-east-1";

/** Files in one bucket of an S3-compatible store, as bucket/name below the path of `s3://bucket/path`. */
export function openS3Storage(settings: NonNullable<Settings["storage"]>): FileStorage {
	const { host, pathname } = new URL(settings.url);
	const region = settings.region ?? defaultRegion;
	const endpoint = settings.endpoint ?? `https://s3.${region}.amazonaws.com`;
	const s3 = new S3mini({
		endpoint: `${endpoint.replace(/\/$/, "")}/${host}`,
		region,
		accessKeyId: settings.accessKeyId ?? "",
		secretAccessKey: settings.secretAccessKey ?? "",
	});
	const root = pathname.split("/").filter(Boolean);

	function keyOf(bucket: Bucket, name: string): string {
		assertFileName(name);
		return [...root, bucket, name].join("/");
	}

	return {
		async put(bucket, name, content) {
			const onlyIfAbsent: Record<string, string> = { "if-none-match": "*" };
			try {
				await s3.putObject(keyOf(bucket, name), content, contentTypeOf(name), undefined, onlyIfAbsent, content.size);
			} catch (error) {
				throw error instanceof S3ServiceError && error.status === 412 ? new FileExistsError(name) : error;
			}
		},

		async get(bucket, name) {
			const response = await s3.getObjectResponse(keyOf(bucket, name));
			if (!response?.body) return undefined;
			const size = Number(response.headers.get("content-length"));
			return { body: response.body, size, type: contentTypeOf(name) };
		},

		async remove(bucket, name) {
			await s3.deleteObject(keyOf(bucket, name));
		},

		async *list(bucket) {
			const prefix = `${[...root, bucket].join("/")}/`;
			let token: string | undefined;
			do {
				const page = await s3.listObjectsPaged("/", prefix, 1000, token);
				for (const { Key, LastModified } of page?.objects ?? []) {
					const name = Key.slice(prefix.length);
					if (isFileName(name)) yield { name, storedAt: new Date(LastModified) };
				}
				token = page?.nextContinuationToken;
			} while (token);
		},
	};
}
