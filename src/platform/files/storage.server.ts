/** Kinds of stored files. None is public: the code that serves a file decides who may have it. */
export const buckets = ["resumes", "blog-images", "quarantine", "profile-pictures"] as const;
export type Bucket = (typeof buckets)[number];

type StoredFile = { body: ReadableStream<Uint8Array<ArrayBuffer>>; size: number; type: string };

/** Files beside the database. A file is there whole or not at all, and is never changed once it is there. */
export type FileStorage = {
	/** The file is on disk when this resolves. @throws {FileExistsError} rather than overwrite */
	put(bucket: Bucket, name: string, content: Blob): Promise<void>;
	/** The file as a stream, undefined when there is none of this name. */
	get(bucket: Bucket, name: string): Promise<StoredFile | undefined>;
	/** Does nothing when there is no such file. */
	remove(bucket: Bucket, name: string): Promise<void>;
	/** What we have put there; what others have left, as a file manager does, is none of our business. */
	list(bucket: Bucket): AsyncIterable<{ name: string; storedAt: Date }>;
};

export class FileExistsError extends Error {}

const contentTypes: Record<string, string> = {
	pdf: "application/pdf",
	doc: "application/msword",
	docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	avif: "image/avif",
	webp: "image/webp",
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	png: "image/png",
	gif: "image/gif",
};

/** By extension: a disk keeps no types, and what a client claims is not to be trusted. */
export function contentTypeOf(name: string): string {
	return contentTypes[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";
}

/** One plain path segment that does not begin with a dot: no name leads out of its bucket. */
const safeName = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;

export const isFileName = (name: string) => safeName.test(name);

/** @throws for a name that could mean another place */
export function assertFileName(name: string): void {
	if (!isFileName(name)) throw new Error(`"${name}" is not a valid name for a stored file`);
}
