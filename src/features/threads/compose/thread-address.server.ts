import { randomBytes } from "node:crypto";
import { firm } from "#lib/firm.ts";
import type { Settings } from "#platform/process/settings.server.ts";

const letters = "abcdefghijklmnopqrstuvwxyz234567";
const tokenBytes = 17;
const tokenLength = 26;

/** 26 characters of `a-z2-7`, which stay unambiguous if something changes the case of an address. */
export function newThreadToken(): string {
	let bits = BigInt(`0x${randomBytes(tokenBytes).toString("hex")}`);
	let token = "";
	for (let i = 0; i < tokenLength; i++) {
		token += letters[Number(bits % 32n)];
		bits /= 32n;
	}
	return token;
}

/** The address that replies go to, as it may be shown to people. */
export function answersTo({ inbound, mail }: Settings): string {
	return inbound.isRead ? inbound.address : (mail.staffEmail ?? firm().email);
}

/** The Reply-To of a thread's emails: with its token, if a source is read whose mailbox accepts plus-addresses. */
export function threadReplyTo(settings: Settings, token: string): string {
	const address = answersTo(settings);
	if (!settings.inbound.isRead || !settings.inbound.plus) return address;
	const at = address.lastIndexOf("@");
	return `${address.slice(0, at)}+${token}${address.slice(at)}`;
}
