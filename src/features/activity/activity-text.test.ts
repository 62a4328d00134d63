import { expect, test } from "vitest";
import { actorName, changePhrases, originText, recordName } from "./activity-text.ts";

const logged = (overrides: Partial<Parameters<typeof changePhrases>[0]>) => ({
	action: "update" as const,
	at: "2026-11-22T12:00:00.000Z",
	record_table: "bookings",
	record_label: "Ada Byron",
	changes: {},
	actor_kind: "staff" as const,
	actor_name: "Ruth Kessler",
	actor_email: "ruth@staff.example",
	...overrides,
});

test("names staff by name or address, and everyone else by their kind", () => {
	expect(actorName(logged({}))).toBe("Ruth Kessler");
	expect(actorName(logged({ actor_name: null }))).toBe("ruth@staff.example");
	expect(actorName(logged({ actor_name: null, actor_email: null }))).toBe("Former staff");
	expect(actorName(logged({ actor_kind: "visitor", actor_name: null }))).toBe("Visitor");
	const signedIn = { action: "signed_in", record_table: "profiles", actor_kind: "visitor", actor_name: null } as const;
	expect(actorName(logged({ ...signedIn, record_label: "omar@staff.example" }))).toBe("omar@staff.example");
	expect(actorName(logged({ ...signedIn, record_label: null }))).toBe("User");
	expect(actorName(logged({ ...signedIn, action: "sign_in_failed" }))).toBe("Visitor");
	expect(actorName(logged({ actor_kind: "system", actor_name: null }))).toBe("System");
});

test("calls a publish date what the editor calls it, and names a reminder", () => {
	const date = "2026-12-24T09:00:00.000Z";
	const phrase = (published_at: { old: unknown; new: unknown }) =>
		changePhrases(logged({ record_table: "blog_posts", changes: { published_at } }))[0];
	expect(phrase({ old: null, new: date })).toMatch(/^set the publish date to Dec 24, 2026/);
	expect(phrase({ old: date, new: null })).toMatch(/^removed the publish date Dec 24, 2026/);
	expect(changePhrases(logged({ action: "remind", record_table: "invoices" }))).toEqual(["sent a reminder by email"]);
});

test("says that a post was scheduled, where its publish date lay ahead", () => {
	const phrases = (date: string) =>
		changePhrases(
			logged({
				record_table: "blog_posts",
				changes: {
					title: { old: "Old", new: "New" },
					status: { old: "draft", new: "published" },
					published_at: { old: null, new: date },
				},
			}),
		);
	expect(phrases("2026-12-24T09:00:00.000Z")).toEqual([
		"changed title from “Old” to “New”",
		expect.stringMatching(/^scheduled this blog post for Dec 24, 2026/),
	]);
	expect(phrases("2026-11-22T12:00:00.100Z")).toEqual([
		"changed title from “Old” to “New”",
		"changed status from Draft to Published",
		expect.stringMatching(/^set the publish date to Nov 22, 2026/),
	]);
});

test("describes each changed field with its old and new value", () => {
	const changes = {
		status: { old: "new", new: "in_progress" },
		notes: { old: null, new: "Call back" },
		subject: { old: "Hello", new: null },
		remote: { old: true, new: false },
		tags: { old: [], new: ["News", "Press"] },
		content: {},
	};
	expect(changePhrases(logged({ changes }))).toEqual([
		"changed status from New to In Progress",
		"set notes to “Call back”",
		"removed subject “Hello”",
		"changed remote from yes to no",
		"set tags to “News”, “Press”",
		"changed the text",
	]);
});

test("says that a job was opened or closed", () => {
	const phrases = (is_active: { old: unknown; new: unknown }) =>
		changePhrases(logged({ record_table: "jobs", changes: { is_active } }));
	expect(phrases({ old: true, new: false })).toEqual(["closed this job"]);
	expect(phrases({ old: false, new: true })).toEqual(["opened this job"]);
});

test("quotes what only looks like a moment", () => {
	for (const text of ["2026-99-99T99:99", "2026-01-01T1<script>"]) {
		expect(changePhrases(logged({ changes: { notes: { old: null, new: text } } }))).toEqual([`set notes to “${text}”`]);
	}
});

test("describes the event of an account, and where it came from", () => {
	const event = (action: Parameters<typeof changePhrases>[0]["action"], changes = {}) =>
		changePhrases(logged({ action, record_table: "profiles", changes }));
	expect(event("signed_in", { method: { new: "password" } })).toEqual(["signed in with a password"]);
	expect(event("signed_in", { method: { new: "otp" } })).toEqual(["signed in with an emailed link"]);
	// Erasing a person leaves the names of the values.
	expect(event("signed_in", { method: { new: "passkey" } })).toEqual(["signed in with a passkey"]);
	expect(event("signed_in", { method: {} })).toEqual(["signed in"]);
	expect(event("raised", { method: { new: "totp" } })).toEqual(["took the second step with an authenticator app"]);
	expect(event("second_factor_failed", { method: {} })).toEqual(["failed at the second step"]);
	expect(event("sign_in_failed")).toEqual(["failed to sign in"]);
	expect(originText({ address: "192.0.2.7", device: "Chrome on Windows" })).toBe("192.0.2.7, Chrome on Windows");
	expect(originText({ address: null, device: null })).toBe("");
});

test("says what was done where no field does", () => {
	const viewed = { first_viewed_at: { old: null, new: "2026-11-22T12:00:00.000Z" } };
	expect(changePhrases(logged({ record_table: "invoices", changes: viewed }))).toEqual([
		expect.stringMatching(/^first viewed this invoice on Nov 2\d, 2026/),
	]);
	expect(changePhrases(logged({ action: "insert" }))).toEqual(["created this booking"]);
	expect(changePhrases(logged({ action: "delete" }))).toEqual(["deleted this booking"]);
	expect(changePhrases(logged({ action: "release", record_table: "quarantine" }))).toEqual([
		"released this submission on hold",
	]);
	const act = (action: Parameters<typeof changePhrases>[0]["action"], changes = {}) =>
		changePhrases(logged({ action, changes }));
	expect(act("create_preview")).toEqual(["created a preview link"]);
	expect(act("revoke_preview")).toEqual(["revoked the preview link"]);
	expect(act("send_again", { mail: { new: "invoice" } })).toEqual(["resent the “Invoice” email"]);
	// Erasing a person leaves the names of the values.
	expect(act("send_again", { mail: {} })).toEqual(["resent an email"]);
	expect(act("erase", { bookings: { new: 2 }, held_back_forms: { new: 1 } })).toEqual([
		"erased all data about an email address: bookings (2), submissions on hold (1)",
	]);
	expect(act("erase")).toEqual(["erased the data about an email address; nothing was stored"]);
	expect(changePhrases(logged({ record_table: "invoices" }))).toEqual(["saved this invoice"]);
	expect(changePhrases(logged({ action: "insert", record_table: "profiles" }))).toEqual(["made this user an admin"]);
	const invitation = { record_table: "invitations" };
	expect(changePhrases(logged({ ...invitation, action: "insert" }))).toEqual(["sent this invitation"]);
	const again = { token_hash: {}, role: { old: "user", new: "admin" } };
	expect(changePhrases(logged({ ...invitation, changes: again }))).toEqual([
		"resent this invitation",
		"changed role from User to Admin",
	]);
	const over = (field: string) => ({ [field]: { old: null, new: "2026-11-22T12:00:00.000Z" } });
	expect(changePhrases(logged({ ...invitation, changes: over("accepted_at") }))).toEqual(["accepted this invitation"]);
	expect(changePhrases(logged({ ...invitation, changes: over("withdrawn_at") }))).toEqual(["revoked this invitation"]);
});

test("tells of a snooze by its day, and of a reply that was begun", () => {
	const snoozed = (day: string | null) =>
		changePhrases(logged({ changes: { snoozed_until: { old: null, new: day } } }));
	expect(snoozed("2026-12-03")).toEqual(["snoozed this until Dec 03, 2026"]);
	expect(snoozed(null)).toEqual(["ended the snooze"]);
	expect(changePhrases(logged({ action: "begin_reply" }))).toEqual(["began a reply by email"]);
});

test("gives no two values that read the same", () => {
	const published_at = { old: "2026-11-22T12:00:10.000Z", new: "2026-11-22T12:00:50.000Z" };
	expect(changePhrases(logged({ record_table: "blog_posts", changes: { published_at } }))).toEqual([
		expect.not.stringContaining(" from "),
	]);
});

test("names a record as the log does, unless it is only an id", () => {
	expect(recordName(logged({}))).toBe("Booking: Ada Byron");
	expect(recordName(logged({ record_label: null }))).toBe("Booking: erased");
	expect(recordName(logged({ record_table: "calendar_feeds", record_label: "b7d2" }))).toBe("Calendar Feed");
});
