import { createHash } from "node:crypto";
import { videoHosts } from "#lib/text/rich-text.ts";

/**
 * A rendered page as it is sent, with its Content Security Policy. Of the inline scripts only ours may run, by their
 * hashes, which also works for pages kept in the cache: those that carry the nonce of this rendering, which nothing
 * that was written before it can know. It is taken out, so that a page is the same for everyone (decision 002).
 * @param nonce only hexadecimal digits
 */
export function allowOwnScripts(
	html: string,
	nonce: string,
	framing: Framing = "none",
): { html: string; policy: string } {
	// The exact form in which React writes it, with the nonce first, so no other tag before it can match.
	const ownScript = new RegExp(`<script nonce="${nonce}"[^>]*>([\\s\\S]*?)</script>`, "g");
	const hashes = [...html.matchAll(ownScript)].map(([, script = ""]) => {
		return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
	});
	return { html: html.replaceAll(` nonce="${nonce}"`, ""), policy: contentSecurityPolicy(hashes, framing) };
}

/** The back office shows the preview of the site in a frame. Nothing else frames, or is framed. */
export type Framing = "none" | "frames" | "framed";

function contentSecurityPolicy(scriptHashes: string[], framing: Framing): string {
	const ownFrames = framing === "frames" ? "'self' " : "";
	return [
		"default-src 'self'",
		`script-src ${["'self'", ...new Set(scriptHashes)].join(" ")}`,
		// Inline styles are allowed because dialogs lock the page's scrolling with a style element (decision 025).
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"connect-src 'self'",
		// Staff preview a resume as a blob: of the data they have downloaded.
		`frame-src ${ownFrames}blob: ${videoHosts.map((host) => `https://${host}`).join(" ")}`,
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		`frame-ancestors ${framing === "framed" ? "'self'" : "'none'"}`,
		// Only lib/text/trusted-markup.ts may turn a string into markup or code.
		"require-trusted-types-for 'script'",
		"trusted-types parsing default",
	].join("; ");
}

/** For the scripts, styles, fonts, and pictures of the build: the other common headers only matter for documents. */
export function assetHeaders(production: boolean): Record<string, string> {
	return {
		"x-content-type-options": "nosniff",
		...(production && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
	};
}

/** For every other answer of the server, whatever it is. */
export function commonHeaders(production: boolean): Record<string, string> {
	return {
		...assetHeaders(production),
		"referrer-policy": "strict-origin-when-cross-origin",
		"x-frame-options": "DENY",
		"cross-origin-opener-policy": "same-origin",
		"permissions-policy":
			"camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=()",
	};
}
