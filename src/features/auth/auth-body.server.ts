import { readEmailAddress } from "#lib/reach/email-address.ts";
import { isJsonObject } from "#lib/text/json.ts";
import { readJsonObject, readOptionalJsonObject } from "#platform/http/read-body.server.ts";
import { maxEmailLength, maxFactorNameLength, maxMetadataBytes, type UserMetadata } from "./auth.schema.ts";
import { type AuthError, validationFailed } from "./auth-errors.server.ts";

export type Body = Record<string, unknown>;

const bodyLimit = 1024 * 1024;

/** Deeper nesting would overflow the stack of what walks it. */
const maxDepth = 32;

export const readAuthBody = (request: Request): Promise<Body> => readJsonObject(request, bodyLimit);

/** Where the client leaves the body out when it has nothing to say. */
export const readOptionalAuthBody = (request: Request): Promise<Body> => readOptionalJsonObject(request, bodyLimit);

/** The client sends null for what it does not give. */
export const isGiven = (value: unknown) => value !== undefined && value !== null;

/** Text of a member; a missing one and null are empty. */
export function textMember(body: Body, name: string): string {
	const value = body[name] ?? "";
	if (typeof value !== "string" || !isStorable(value)) throw validationFailed(`${name} must be plain text`);
	return value;
}

/** A well-formed address of one mailbox in lower case; `missing` is thrown when there is none. */
export function emailMember(body: Body, missing: AuthError): string {
	const typed = textMember(body, "email");
	if (!typed) throw missing;
	if (typed.length > maxEmailLength) throw validationFailed("An email address is too long");
	// The contract trims no white space.
	const email = /^[ \t\r\n]|[ \t\r\n]$/.test(typed) ? undefined : readEmailAddress(typed);
	if (!email) throw validationFailed("Unable to validate email address: invalid format");
	return email.toLowerCase();
}

/** The name of a factor; empty where none is given. */
export function nameMember(body: Body): string {
	const name = textMember(body, "friendly_name");
	if (name.length > maxFactorNameLength) {
		throw validationFailed(`friendly_name must be ${maxFactorNameLength} characters or less`);
	}
	return name;
}

/** The user's metadata as sent; undefined when there is none. */
export function metadataMember(body: Body): UserMetadata | undefined {
	const { data } = body;
	if (!isGiven(data)) return undefined;
	if (!isJsonObject(data) || !isStorable(data)) throw validationFailed("data must be a JSON object of plain text");
	return data;
}

export function requireSmallMetadata(metadata: UserMetadata): UserMetadata {
	if (Buffer.byteLength(JSON.stringify(metadata)) > maxMetadataBytes)
		throw validationFailed(`user metadata must be at most ${maxMetadataBytes} bytes of JSON`);
	return metadata;
}

/** PostgreSQL's text and jsonb take neither NUL nor half of a surrogate pair, in keys and values alike. */
function isStorable(value: unknown, depth = 0): boolean {
	if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
	if (typeof value !== "object" || value === null) return true;
	if (depth > maxDepth) return false;
	return Object.entries(value).every(([key, entry]) => isStorable(key) && isStorable(entry, depth + 1));
}
