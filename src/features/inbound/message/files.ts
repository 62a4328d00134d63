import { fileTypeFromBuffer } from "file-type";
import { cleanFileName } from "#features/threads/compose/file-name.ts";
import { contentIdOf } from "./clean-html.ts";
import type { MimePart } from "./mime-parts.ts";

export type MessageFile = {
	name: string;
	/** The type by content for PDF and raster pictures. */
	type: string;
	/** Shown in the HTML by its Content-ID. */
	inline: boolean;
	contentId: string | null;
	content: Uint8Array<ArrayBuffer>;
};

/** A file that the reading process has written to disk. */
export type WrittenFile = Omit<MessageFile, "content"> & { path: string; size: number };

const foundTypes = new Set([
	"application/pdf",
	"image/png",
	"image/jpeg",
	"image/gif",
	"image/webp",
	"image/avif",
	"image/bmp",
	"image/tiff",
]);

/** The name of a part without one, by its declared type. */
const endings: Record<string, string> = {
	"message/rfc822": "eml",
	"text/calendar": "ics",
	"application/ics": "ics",
	"text/plain": "txt",
	"text/html": "html",
	"text/csv": "csv",
	"message/delivery-status": "txt",
	"message/disposition-notification": "txt",
	"text/rfc822-headers": "txt",
	"application/pkcs7-signature": "p7s",
	"application/x-pkcs7-signature": "p7s",
	"application/pkcs7-mime": "p7m",
	"application/x-pkcs7-mime": "p7m",
	"application/pgp-signature": "asc",
	"application/ms-tnef": "dat",
	"application/zip": "zip",
};

const declaredType = (part: MimePart) => part.contentType.parsed.value.toLowerCase();

/** A part as a file. `writtenName` is already decoded. */
export async function fileOf(
	part: MimePart,
	writtenName: string | null,
	shownIds: ReadonlySet<string>,
): Promise<MessageFile> {
	const { content } = part;
	const found = await fileTypeFromBuffer(content.subarray(0, 4096)).catch(() => undefined);
	const declared = declaredType(part);
	const type = found && foundTypes.has(found.mime) ? found.mime : "application/octet-stream";
	const contentId = part.contentId ? contentIdOf(part.contentId) : null;
	return {
		name: fileName(writtenName, declared, found?.ext),
		type,
		inline: contentId !== null && shownIds.has(contentId),
		contentId,
		content,
	};
}

function fileName(writtenName: string | null, declared: string, foundEnding: string | undefined) {
	const name = writtenName === null ? "" : cleanFileName(writtenName, "");
	if (declared === "message/rfc822") return /\.eml$/i.test(name) ? name : `${name || "attachment"}.eml`;
	if (name) return name;
	if (declared === "text/calendar" || declared === "application/ics") return "invite.ics";
	if (declared === "application/ms-tnef") return "winmail.dat";
	const ending = endings[declared] ?? foundEnding;
	return ending ? `attachment.${ending}` : "attachment";
}
