import { randomBytes } from "node:crypto";
import type { Settings } from "#platform/process/settings.server.ts";
import { site } from "#site.config.ts";

const letters = "abcdefghijklmnopqrstuvwxyz234567";
const tokenBytes = 17;
const tokenLength = 26;

/** 26 characters of `a-z2-7`, which survive whatever changes the case of an address. */
export function newThreadToken(): string {
	let bits = BigInt(`0x${randomBytes(tokenBytes).toString("hex")}`);
	let token = "";
	for (let i = 0; i < tokenLength; i++) {
		token += letters[Number(bits % 32n)];
		bits /= 32n;
	}
	return token;
}

/** Where answers go, as people may see it. */
export function answersTo({ inbound, mail }: Settings): string {
	return inbound.isRead ? inbound.address : (mail.staffEmail ?? site.email);
}

/** The Reply-To of a thread's mails: with its token, where a source is read and takes it. */
export function threadReplyTo(settings: Settings, token: string): string {
	const address = answersTo(settings);
	if (!settings.inbound.isRead || !settings.inbound.plus) return address;
	const at = address.lastIndexOf("@");
	return `${address.slice(0, at)}+${token}${address.slice(at)}`;
}
