/** Kinds of stored files. None is public: the code that serves a file decides who may have it. */
export const buckets = [
	"resumes",
	"blog-images",
	"quarantine",
	"profile-pictures",
	"mail-attachments",
	"mail-sources",
] as const;
export type Bucket = (typeof buckets)[number];

type StoredFile = { body: ReadableStream<Uint8Array<ArrayBuffer>>; size: number; type: string };

/** Storage for files outside of the database. A file is either complete or missing, and it never changes. */
export type FileStorage = {
	/** Resolves when the file is on disk. @throws {FileExistsError} if the name is taken */
	put(bucket: Bucket, name: string, content: Blob): Promise<void>;
	/** The file as a stream, or undefined if it doesn't exist. */
	get(bucket: Bucket, name: string): Promise<StoredFile | undefined>;
	/** Does nothing when there is no such file. */
	remove(bucket: Bucket, name: string): Promise<void>;
	/** Lists the files that this program stored. Other files, such as those that a file manager leaves, are ignored. */
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

/** The content type by extension: a disk stores no types, and a type that the client sends can't be trusted. */
export function contentTypeOf(name: string): string {
	return contentTypes[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";
}

/** A single path segment that doesn't start with a dot, so no name leads out of its bucket. */
const safeName = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;

export const isFileName = (name: string) => safeName.test(name);

/** @throws if the name could lead to another folder */
export function assertFileName(name: string): void {
	if (!isFileName(name)) throw new Error(`"${name}" is not a valid name for a stored file`);
}
