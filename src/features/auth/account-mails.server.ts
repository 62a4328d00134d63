import type { Mail } from "#platform/mailer.server.ts";
import { site } from "#site.config.ts";

type Content = Omit<Mail, "to">;
type Letter = { subject: string; paragraphs: string[]; action?: { label: string; link: string }; closing: string };

export const confirmationMail = (link: string, minutes: number): Content =>
	compose({
		subject: `Confirm your email address for ${site.name}`,
		paragraphs: [
			`Someone, most likely you, signed up with this address at ${site.name}.`,
			`Please confirm that it is yours. The link works once, within ${minutes} minutes.`,
		],
		action: { label: "Confirm your email address", link },
		closing: "If it was not you, ignore this message. Nobody can use the account without this link.",
	});

export const recoveryMail = (link: string, minutes: number): Content =>
	compose({
		subject: `Choose a new password for ${site.name}`,
		paragraphs: [
			`Someone, most likely you, asked for a new password at ${site.name}.`,
			`Open this link to choose one. It works once, within ${minutes} minutes.`,
		],
		action: { label: "Choose a new password", link },
		closing: "If it was not you, ignore this message. Your password stays as it is.",
	});

/** Goes to the owner of a confirmed account when somebody signs up with its address; holds no link that signs in. */
export const alreadyRegisteredMail = (): Content =>
	compose({
		subject: `You already have an account at ${site.name}`,
		paragraphs: [
			`Someone, most likely you, tried to sign up with this address at ${site.name}. It already has an account, and nothing has changed.`,
			"Sign in with your password. If you have forgotten it, choose 'Forgot password?' on the sign-in page.",
		],
		closing: "If it was not you, there is nothing that you need to do.",
	});

export const passwordChangedMail = (): Content =>
	compose({
		subject: `Your password at ${site.name} has changed`,
		paragraphs: [
			`The password of your account at ${site.name} has just been changed, and every other device has been signed out.`,
		],
		closing: "If it was not you, choose 'Forgot password?' on the sign-in page at once, and write to us.",
	});

/** Holds nothing that a user wrote but what is escaped here. */
function compose({ subject, paragraphs, action, closing }: Letter): Content {
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
