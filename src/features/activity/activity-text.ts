import { mailKindLabels, mailKinds } from "#features/mails/mail-kinds.ts";
import { erasureLabel } from "#features/privacy/privacy.schema.ts";
import { formatDay, formatMoment } from "#lib/time/dates.ts";
import { recordOf } from "#records.ts";
import type { AccountEvent, FieldChange } from "./activity.schema.ts";
import type { Activity } from "./activity.table.ts";

/** What the log's sentences are made from; as the server presents it. */
type Logged = Pick<
	Activity,
	"action" | "record_table" | "record_label" | "changes" | "actor_kind" | "actor_name" | "actor_email"
>;

export function actorName({ action, record_label, actor_kind, actor_name, actor_email }: Logged): string {
	// The account that someone has signed in to. Until then, the log knows only a visitor.
	if (action === "signed_in") return record_label ?? "User";
	if (actor_kind === "visitor") return "Visitor";
	if (actor_kind === "system") return "System";
	return actor_name || actor_email || "Former staff";
}

/** 'changed status from New to In Progress', one phrase for each field; what was done when no field says it. */
export function changePhrases({ action, at, record_table, changes }: Logged & { at: string }): string[] {
	if (action === "delete") return [`deleted ${thisRecord(record_table)}`];
	if (action === "release") return [`released ${thisRecord(record_table)}`];
	if (action === "erase") return [erasedText(changes)];
	if (action === "send_again") return [sentAgainText(changes)];
	if (action === "assign") return [assignedText(changes)];
	const money = moneyTexts[action];
	if (money) return [money(changes), ...(changes.status ? [phraseOf("status", changes.status)] : [])];
	if (actTexts[action]) return [actTexts[action]];
	if (action === "insert") return [insertPhrases[record_table] ?? `created ${thisRecord(record_table)}`];
	if (action !== "update") return [eventPhrases[action as AccountEvent](changes)];
	const scheduled = scheduledFor(at, changes);
	const phrases = Object.entries(changes)
		// An emailed invoice has a link, which needs no mention.
		.filter(([field]) => !linkFields.has(field) || !changes.sent_at)
		.filter(([field]) => field !== "published_at" || !scheduled)
		.map(([field, change]) =>
			field === "status" && scheduled
				? `scheduled ${thisRecord(record_table)} for ${formatMoment(scheduled)}`
				: phraseOf(field, change),
		);
	return phrases.length > 0 ? phrases : [`saved ${thisRecord(record_table)}`];
}

/** 'this booking' */
const thisRecord = (table: string) => `this ${(recordOf(table)?.label ?? "record").toLowerCase()}`;

const actTexts: Partial<Record<string, string>> = {
	create_preview: "created a preview link",
	revoke_preview: "revoked the preview link",
	begin_reply: "began a reply by email",
	reply: "sent a reply",
	undo_reply: "undid a reply",
	remind: "sent a reminder by email",
	split: "split the conversation",
	move: "moved a conversation here",
	take_in: "added a received email",
};

/** Entries of an invoice's ledger, with their amount as it was written then. */
const moneyTexts: Partial<Record<string, (details: Logged["changes"]) => string>> = {
	payment: ({ amount, day }) => `recorded a payment of ${amount?.new} on ${day?.new}`,
	refund: ({ amount, day }) => `recorded a refund of ${amount?.new} on ${day?.new}`,
	credit: ({ amount, number }) => `credited ${amount?.new} with ${number?.new}`,
	reversal: ({ amount, day }) => `undid an entry of ${amount?.new} on ${day?.new}`,
};

/** The server's clock, which dates what is published now, may be this much ahead of the log's. */
const clocksApartMs = 60_000;

/** When a post that was published with this change goes live, if that lay ahead. */
function scheduledFor(at: string, { status, published_at }: Logged["changes"]): string | undefined {
	const date = published_at?.new;
	const isAhead = typeof date === "string" && Date.parse(date) > Date.parse(at) + clocksApartMs;
	return status?.new === "published" && isAhead ? date : undefined;
}

const assignedText = ({ assignee }: Logged["changes"]) =>
	isEmpty(assignee?.new) ? "removed the assignment" : `assigned this to ${assignee?.new}`;

function erasedText(counts: Logged["changes"]): string {
	const kinds = Object.entries(counts).map(([kind, count]) => `${erasureLabel(kind).toLowerCase()} (${count.new})`);
	return kinds.length > 0
		? `erased all data about an email address: ${kinds.join(", ")}`
		: "erased the data about an email address; nothing was stored";
}

function sentAgainText({ mail }: Logged["changes"]): string {
	const kind = mailKinds.find((known) => known === mail?.new);
	return kind ? `resent the “${mailKindLabels[kind]}” email` : "resent an email";
}

const insertPhrases: Record<string, string> = {
	profiles: "made this user an admin",
	invitations: "sent this invitation",
};

/** Fields that change by one act only. */
const actPhrases: Record<string, string> = {
	token_hash: "resent this invitation",
	accepted_at: "accepted this invitation",
	withdrawn_at: "revoked this invitation",
	sent_at: "emailed this invoice",
	paid_at: "removed the payment date",
};

function phraseOf(field: string, change: FieldChange): string {
	if (field === "first_viewed_at" && !isEmpty(change.new))
		return `first viewed this invoice on ${valueText(change.new)}`;
	if (field === "paid_at" && !isEmpty(change.new)) return `recorded the payment on ${formatDay(String(change.new))}`;
	if (actPhrases[field]) return actPhrases[field];
	if (field === "is_active") return change.new ? "opened this job" : "closed this job";
	if (field === "snoozed_until") return snoozePhrase(change.new);
	const name = fieldNames[field] ?? field.replaceAll("_", " ");
	if (!("new" in change)) return `changed ${name}`;
	if (isEmpty(change.old)) return `set ${name} to ${valueText(change.new)}`;
	if (isEmpty(change.new)) return `removed ${name} ${valueText(change.old)}`;
	const [before, after] = [valueText(change.old), valueText(change.new)];
	// Times of one minute read the same.
	return before === after ? `changed ${name}` : `changed ${name} from ${before} to ${after}`;
}

const snoozePhrase = (day: unknown) =>
	typeof day === "string" ? `snoozed this until ${formatDay(day)}` : "ended the snooze";

const eventPhrases: Record<AccountEvent, (details: Logged["changes"]) => string> = {
	signed_in: ({ method }) => ["signed in", ways[String(method?.new)]].filter(Boolean).join(" "),
	sign_in_failed: () => "failed to sign in",
	session_reused: () => "reused an old session, so it was ended",
	password_changed: () => "chose a new password",
	password_change_failed: () => "entered the wrong current password when trying to change the password",
	sessions_ended: () => "logged this user out on every device",
	deactivated: () => "deactivated this account",
	reactivated: () => "reactivated this account",
	factor_verified: () => "added an authenticator app",
	factor_removed: () => "removed an authenticator app",
	passkey_added: () => "added a passkey",
	passkey_removed: () => "removed a passkey",
	codes_made: () => "created recovery codes",
	codes_removed: () => "removed the recovery codes",
	raised: ({ method }) => `took the second step ${ways[String(method?.new)] ?? ""}`.trim(),
	second_factor_failed: ({ method }) => `failed at the second step ${ways[String(method?.new)] ?? ""}`.trim(),
	second_factor_reset: () => "removed every second step from this account",
	addition_undone: () => "undid the addition of a second step, with an emailed link",
};

const ways: Record<string, string> = {
	password: "with a password",
	otp: "with an emailed link",
	passkey: "with a passkey",
	"mfa/webauthn": "with a passkey",
	totp: "with an authenticator app",
	"mfa/recovery_code": "with a recovery code",
};

/** 'Booking: Ada Byron'; only 'Call Hours' if the log names such records by their id. */
export function recordName({ record_table, record_label }: Pick<Activity, "record_table" | "record_label">): string {
	const { label = record_table, logged } = recordOf(record_table) ?? {};
	return logged?.as === "id" ? label : `${label}: ${record_label ?? "erased"}`;
}

/** Where the record is, unless it is gone. */
export function linkedRecord({
	action,
	record_table,
	record_id,
}: Pick<Activity, "action" | "record_table" | "record_id">) {
	return action === "delete" || action === "release" ? undefined : recordOf(record_table)?.path(record_id);
}

/** From where and with what, where that is noted. */
export const originText = ({ address, device }: { address: string | null; device: string | null }) =>
	[address, device].filter(Boolean).join(", ");

/** Of an invoice's link, now and in entries of earlier versions. */
const linkFields = new Set(["public_token", "public_token_hash"]);

const fieldNames: Record<string, string> = {
	public_token: "the public link",
	public_token_hash: "the public link",
	content: "the text",
	og_image: "share image",
	published_at: "the publish date",
};

const isEmpty = (value: unknown) =>
	value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

function valueText(value: unknown): string {
	if (value === true) return "yes";
	if (value === false) return "no";
	if (Array.isArray(value)) return value.map(valueText).join(", ");
	if (typeof value !== "string") return String(value);
	if (/^[a-z]+(_[a-z]+)*$/.test(value)) return value.split("_").map(capitalise).join(" ");
	return isMoment(value) ? formatMoment(value) : `“${value}”`;
}

/** Of a text that anyone may have written: one that looks like a moment need not be one. */
const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+/.test(text) && !Number.isNaN(Date.parse(text));

const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
