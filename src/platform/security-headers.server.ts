import { createHash } from "node:crypto";
import { videoHosts } from "#lib/rich-text.ts";

/**
 * Content Security Policy for a rendered page. Its inline scripts are allowed by their hashes, which also works for
 * pages kept in the cache; nothing else may run inline.
 */
export function contentSecurityPolicy(html: string): string {
	const hashes = inlineScripts(html).map((script) => {
		return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
	});
	return [
		"default-src 'self'",
		`script-src ${["'self'", ...new Set(hashes)].join(" ")}`,
		// Inline, because dialogs lock the page's scrolling by a style element of their own making (decision 025).
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"connect-src 'self'",
		// A resume is previewed from the data that staff have fetched.
		`frame-src blob: ${videoHosts.map((host) => `https://${host}`).join(" ")}`,
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		// No string becomes markup or code but through lib/trusted-markup.ts.
		"require-trusted-types-for 'script'",
		"trusted-types parsing default",
	].join("; ");
}

/** Split at their ends, so that a page full of beginnings is gone through once. */
const inlineScripts = (html: string): string[] =>
	html
		.split("</script>")
		.slice(0, -1)
		.flatMap((part) => {
			const [tag, attributes = ""] = /<script([^<>]*)>/.exec(part) ?? [];
			return tag && !/\ssrc=/.test(attributes) ? [part.slice(part.indexOf(tag) + tag.length)] : [];
		});

/** For every answer of the server, whatever it is. */
export function commonHeaders(production: boolean): Record<string, string> {
	return {
		"x-content-type-options": "nosniff",
		"referrer-policy": "strict-origin-when-cross-origin",
		"x-frame-options": "DENY",
		"cross-origin-opener-policy": "same-origin",
		"permissions-policy":
			"camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=(), browsing-topics=()",
		...(production && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
	};
}
