import { site } from "#site.config.ts";
import type { Mail } from "./mailer.server.ts";

export type LetterContent = Pick<Mail, "subject" | "text" | "html" | "link">;
type Letter = { subject: string; paragraphs: string[]; action?: { label: string; link: string }; closing: string };

/** A short letter from the firm, as text and as HTML. Whatever somebody wrote is escaped here. */
export function composeLetter({ subject, paragraphs, action, closing }: Letter): LetterContent {
	const signature = `${site.name}\n${site.email}`;
	const text = [...paragraphs, ...(action ? [action.link] : []), closing, signature].join("\n\n");
	const button =
		action &&
		`<p style="margin:28px 0"><a href="${escapeHtml(action.link)}" style="background:#1d2433;color:#ffffff;padding:12px 20px;text-decoration:none;display:inline-block">${escapeHtml(action.label)}</a></p>`;
	const body = [
		...paragraphs.map(paragraph),
		...(button ? [button] : []),
		paragraph(closing),
		`<p style="margin:28px 0 0;color:#5b6270">${escapeHtml(signature).replace("\n", "<br>")}</p>`,
	].join("\n");
	const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 20px;background:#ffffff;color:#1d2433;font:16px/1.5 Georgia,serif">
<div style="max-width:34em;margin:0 auto">
${body}
</div>
</body>
</html>`;
	return { subject, text, html, ...(action && { link: action.link }) };
}

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
