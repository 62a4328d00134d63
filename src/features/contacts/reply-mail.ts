import { firm } from "#lib/firm.ts";
import { mailtoHref } from "#lib/reach/email-address.ts";

/** Opens the staff member's mail client with a draft. Encoded, so that no subject can add recipients or headers. */
export function replyMailHref(inquiry: { name: string; email: string; subject: string | null }): string {
	const subject = `Re: ${inquiry.subject || "Your inquiry"}`;
	const body = [
		`Hi ${inquiry.name},`,
		"Thank you for contacting us.",
		"[Your response here]",
		`Best regards,\nThe ${firm().name} Team`,
	].join("\n\n");
	// RFC 6068: lines end with CRLF; "+" would be read as a plus, so no URLSearchParams.
	const encode = (text: string) => encodeURIComponent(text.replaceAll("\n", "\r\n"));
	return `${mailtoHref(inquiry.email)}?subject=${encode(subject)}&body=${encode(body)}`;
}
