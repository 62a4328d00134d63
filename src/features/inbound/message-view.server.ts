import { and, eq, isNotNull } from "drizzle-orm";
import { type ThreadMessage, threadAttachmentsTable, threadMessagesTable } from "#features/threads/threads.table.ts";
import { answerDownload } from "#platform/files/stored-file.server.ts";
import { HttpError, notFound } from "#platform/http/http-errors.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { getRow } from "#platform/records/records.server.ts";
import { inboundMailsTable } from "./inbound.table.ts";
import { contentIdOf } from "./message/clean-html.ts";
import { cleanForDesk } from "./message/message-reader.server.ts";

const what = "This email";

const getMessage = (db: Deps["db"], id: string): Promise<ThreadMessage> =>
	getRow(db, threadMessagesTable, eq(threadMessagesTable.id, id), what);

const shownTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const mostPictureBytes = 2 * 1024 * 1024;
/** The limit for all pictures of a message together, because the response contains each of them. */
const mostPicturesBytes = 8 * 1024 * 1024;

const tooMuchMarkup = "This email has too much markup to be shown as sent. Read its text, or download the source.";

/**
 * The HTML of a message, made harmless, with the pictures that it contains.
 * @throws {HttpError} 404 without HTML, 422 if it can't be made harmless in time
 */
export async function readMessageHtml(
	{ db, storage }: Pick<Deps, "db" | "storage">,
	id: string,
): Promise<{ html: string; blocked_pictures: number }> {
	const message = await getMessage(db, id);
	if (message.html === null) throw notFound("The HTML of this email");
	const cleaned = await cleanForDesk(message.html);
	if (!cleaned) throw new HttpError(422, "too_much_markup", tooMuchMarkup);
	const { html, blocked } = cleaned;
	const pictures = await readPictures({ db, storage }, id, html);
	const shown = html.replace(/ src="cid:([^"]{0,1000})"/g, (_, written: string) => {
		const picture = pictures.get(contentIdOf(written.replaceAll("&amp;", "&")));
		return picture ? ` src="${picture}"` : "";
	});
	return { html: shown, blocked_pictures: blocked };
}

async function readPictures(
	{ db, storage }: Pick<Deps, "db" | "storage">,
	messageId: string,
	html: string,
): Promise<Map<string, string>> {
	const pictures = new Map<string, string>();
	if (!html.includes("cid:")) return pictures;
	const { content_id, inline, message_id } = threadAttachmentsTable;
	const files = await db
		.select()
		.from(threadAttachmentsTable)
		.where(and(eq(message_id, messageId), eq(inline, true), isNotNull(content_id)));
	let room = mostPicturesBytes;
	for (const { file, type, size, content_id: id } of files) {
		if (!file || !id || !shownTypes.has(type) || size > Math.min(mostPictureBytes, room)) continue;
		const stored = await storage.get("mail-attachments", file);
		if (!stored) continue;
		room -= size;
		const bytes = Buffer.from(await new Response(stored.body).arrayBuffer());
		pictures.set(id, `data:${type};base64,${bytes.toString("base64")}`);
	}
	return pictures;
}

/** The message as received. @throws {HttpError} 404 once it is no longer stored */
export async function answerSource({ db, storage }: Pick<Deps, "db" | "storage">, id: string): Promise<Response> {
	const { inbound_id } = await getMessage(db, id);
	const [row] = inbound_id
		? await db
				.select({ file: inboundMailsTable.file })
				.from(inboundMailsTable)
				.where(eq(inboundMailsTable.id, inbound_id))
		: [];
	const download = { name: "message.eml", type: "application/octet-stream" };
	return answerDownload(storage, "mail-sources", row?.file, "The source of this email", download);
}
