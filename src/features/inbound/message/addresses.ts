import { addressParser } from "postal-mime";
import { readEmailAddress } from "#lib/reach/email-address.ts";

export type Mailbox = { name: string; address: string };

const longestName = 200;
/** No mail system has longer addresses. */
const longestAddress = 254;

/** Without control and direction marks, and in one line. */
export const oneLine = (text: string) =>
	text
		.toWellFormed()
		.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]+/gu, " ")
		.replace(/\s+/gu, " ")
		.trim();

const isAddress = (text: string) =>
	/^[^\s\p{Cc}@<>,;"]{1,64}@[^\s\p{Cc}@<>,;"]{1,190}$/u.test(text) && text.length <= longestAddress;

/** The mailboxes that a header names, without anything else in it. */
export function mailboxesIn(header: string | undefined): Mailbox[] {
	if (!header) return [];
	// Limits the work: a header this long isn't a list of people.
	return addressParser(header.slice(0, 50_000), { flatten: true }).flatMap(({ name, address }) => {
		const plain = address?.trim() ?? "";
		if (!isAddress(plain)) return [];
		// As it is stored when people enter it, so that both are the same mailbox.
		return [{ name: cut(oneLine(name), longestName), address: readEmailAddress(plain) ?? plain }];
	});
}

export function cut(text: string, length: number): string {
	if (text.length <= length) return text;
	return [...text.slice(0, length)].slice(0, -1).join("");
}

/** The part before the @, in lower case. */
export const localPart = (address: string) => address.slice(0, address.lastIndexOf("@")).toLowerCase();

const messageId = /<[^<>\s\p{Cc}@]{1,250}@[^<>\s\p{Cc}@]{1,250}>/gu;
const longestId = 250;

/** The ids that a header names; if there are more than 100, the first and the last 99. */
export function messageIdsIn(header: string | undefined): string[] {
	const ids = (header?.match(messageId) ?? []).filter((id) => id.length <= longestId);
	return ids.length > 100 ? [...ids.slice(0, 1), ...ids.slice(-99)] : ids;
}
