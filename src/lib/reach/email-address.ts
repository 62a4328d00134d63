import { withoutInvisible } from "./without-invisible.ts";

/** The local part is of the atoms of RFC 5322, which need no quotes; the domain may have letters of any script. */
const address = /^([\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*)@([\p{L}\p{M}\p{N}.。．｡-]+)$/u;

const domainName = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/i;

/** In characters (RFC 5321). */
export const longestAddress = 254;

/**
 * An address of one mailbox as we store it: without what one can't see around it, and with a domain that every mail server
 * accepts, such as "xn--mnchen-3ya.example" for "münchen.example". Undefined for anything else.
 */
export function readEmailAddress(text: string): string | undefined {
	const [, local, written = ""] = address.exec(withoutInvisible(text).trim()) ?? [];
	const domain = inAscii(written);
	const read = `${local}@${domain}`;
	return local && domainName.test(domain) && read.length <= longestAddress ? read : undefined;
}

/** Browsers and Node convert a domain in the host of a URL; empty if it can't be one. */
function inAscii(domain: string): string {
	if (/^[\w.-]*$/.test(domain)) return domain;
	try {
		return new URL(`http://${domain}`).hostname;
	} catch {
		return "";
	}
}

/** Encoded, because a local part may contain a question mark or a percent sign. */
export const mailtoHref = (email: string) => `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
