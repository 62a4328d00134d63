import { subHours } from "date-fns/subHours";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { threadAttachmentsTable } from "#features/threads/threads.table.ts";
import { openSession, testPassword } from "#tests/accounts.ts";
import { pathOf, startReplyDesk } from "#tests/reply-desk.ts";
import { removeUnusedAttachments } from "./attachments.server.ts";

const desk = startReplyDesk();
const { app, attach, call, newContact, open, reply, saveDraft } = desk;

test("a draft is each member's own, keeps its files, and is overwritten by nothing older", async () => {
	const contact = await newContact();
	const file = await attach(contact.id, "a.txt", "a");
	const first = await saveDraft(contact.id, {
		version: 0,
		to: "client@example.com",
		cc: ["x"],
		attachment_ids: [file.body.id],
	});
	expect(first.body).toMatchObject({ text: "Dear", version: 1, cc: ["x"], attachments: [{ name: "a.txt" }] });
	const old = await saveDraft(contact.id, { version: 0, text: "Other" });
	expect([old.status, old.body.code, old.body.error]).toEqual([
		409,
		"conflict",
		"This draft was changed in another window.",
	]);
	expect(old.body.current).toEqual(first.body);
	expect((await saveDraft(contact.id, { version: 0, text: "Hers" }, desk.grace)).status).toBe(200);
	expect((await open(contact.id)).draft).toEqual(first.body);
	expect((await saveDraft(contact.id, { version: 1, text: "More" })).body).toMatchObject({
		version: 2,
		attachments: [],
	});
	expect((await call("DELETE", `${pathOf(contact.id)}/draft`)).status).toBe(204);
	expect((await open(contact.id)).draft).toBeNull();
	expect((await open(contact.id, undefined, desk.grace)).draft?.text).toBe("Hers");
});

test("sending removes the draft, and no colleague's; until then the list names its record for its author alone", async () => {
	const contact = await newContact();
	const isListed = async (as?: typeof desk.grace) =>
		(await call<{ record_ids: string[] }>("GET", "/api/threads/drafts", undefined, as)).body.record_ids.includes(
			contact.id,
		);
	expect(await isListed()).toBe(false);
	await saveDraft(contact.id, { version: 0 });
	expect([await isListed(), await isListed(desk.grace)]).toEqual([true, false]);
	await saveDraft(contact.id, { version: 0, text: "Hers" }, desk.grace);
	await reply(contact.id);
	expect((await open(contact.id)).draft).toBeNull();
	expect([await isListed(), await isListed(desk.grace)]).toEqual([false, true]);
	expect((await open(contact.id, undefined, desk.grace)).draft?.text).toBe("Hers");
});

test("files are taken by what is in them, and refused by kind, size, and emptiness", async () => {
	const contact = await newContact();
	const taken = await attach(contact.id, "../../ev\u202eil.html", "<script>alert(1)</script>");
	expect([taken.status, taken.body.type]).toEqual([201, "application/octet-stream"]);
	const { response } = await call("GET", `/api/thread-attachments/${taken.body.id}`);
	expect(Object.fromEntries(response.headers)).toMatchObject({
		"content-type": "application/octet-stream",
		"content-disposition": expect.stringMatching(/^attachment; filename="evil.html"/),
		"content-security-policy": "sandbox; default-src 'none'",
		"x-content-type-options": "nosniff",
		"cache-control": "private, no-store",
	});
	expect((await attach(contact.id, "setup.PDF.exe", "MZ")).body.fields).toEqual({
		file: "Mail servers refuse this kind of file. Send a link instead.",
	});
	expect((await attach(contact.id, "empty.txt", "")).body.fields).toEqual({ file: "This file is empty." });
	const large = await attach(contact.id, "large.bin", new Uint8Array(10 * 1024 * 1024 + 1));
	expect([large.status, large.body.fields]).toEqual([413, { file: "This file is larger than 10 MB." }]);
});

test("no more than 15 MB go together, and nobody sends the file of another member or conversation", async () => {
	const contact = await newContact();
	const half = new Uint8Array(8 * 1024 * 1024);
	const files = [await attach(contact.id, "a.bin", half), await attach(contact.id, "b.bin", half)];
	const refused = await reply(contact.id, { attachment_ids: files.map(({ body }) => body.id) });
	expect(refused.body.fields).toEqual({ attachment_ids: "These files are larger than 15 MB together." });
	const hers = await attach(contact.id, "hers.txt", "x", desk.grace);
	expect((await reply(contact.id, { attachment_ids: [hers.body.id] })).status).toBe(422);
	const elsewhere = await attach((await newContact()).id, "elsewhere.txt", "x");
	expect((await reply(contact.id, { attachment_ids: [elsewhere.body.id] })).status).toBe(422);
	expect((await call("DELETE", `/api/thread-attachments/${hers.body.id}`)).status).toBe(409);
	const sent = await reply(contact.id, { attachment_ids: [files[0]?.body.id] });
	expect(sent.status).toBe(201);
	expect((await call("DELETE", `/api/thread-attachments/${files[0]?.body.id}`)).status).toBe(409);
	expect((await call("DELETE", `/api/thread-attachments/${files[1]?.body.id}`)).status).toBe(204);
});

test("a draft with its files is there after signing out and in again, and on another computer", async () => {
	const contact = await newContact();
	const file = await attach(contact.id, "offer.pdf", "%PDF-1.7");
	const saved = await saveDraft(contact.id, { version: 0, text: "Half of it", attachment_ids: [file.body.id] });
	const elsewhere = await openSession(app.deps, desk.ada.user);
	const read = async (headers: Record<string, string>) => {
		const answer = await app.api.request(pathOf(contact.id), { headers });
		return { status: answer.status, draft: (await answer.json()).draft };
	};
	expect(await read(elsewhere.headers)).toEqual({ status: 200, draft: saved.body });
	for (const { headers } of [desk.ada, elsewhere]) {
		expect((await app.api.request("/auth/v1/logout?scope=local", { method: "POST", headers })).status).toBe(204);
		expect((await read(headers)).status).toBe(401);
	}
	const signedIn = await app.api.request("/auth/v1/token?grant_type=password", {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ email: desk.ada.user.email, password: testPassword }),
	});
	const headers = { authorization: `Bearer ${(await signedIn.json()).access_token}` };
	const { draft } = await read(headers);
	expect(draft).toMatchObject({ text: "Half of it", attachments: [{ id: file.body.id, name: "offer.pdf" }] });
	const download = await app.api.request(`/api/thread-attachments/${file.body.id}`, { headers });
	expect(await download.text()).toBe("%PDF-1.7");
});

test("a file that no reply and no draft holds is removed after a day", async () => {
	const contact = await newContact();
	const [held, left] = [await attach(contact.id, "held.txt", "held"), await attach(contact.id, "left.txt", "left")];
	await saveDraft(contact.id, { version: 0, attachment_ids: [held.body.id] });
	await app.deps.db.update(threadAttachmentsTable).set({ created_at: subHours(new Date(), 25) });
	const recent = await attach(contact.id, "recent.txt", "recent");
	await app.deps.db
		.update(threadAttachmentsTable)
		.set({ created_at: subHours(new Date(), 23) })
		.where(eq(threadAttachmentsTable.id, recent.body.id));
	await removeUnusedAttachments(app.deps);
	const statusOf = async ({ body }: typeof held) => (await call("GET", `/api/thread-attachments/${body.id}`)).status;
	expect([await statusOf(held), await statusOf(left), await statusOf(recent)]).toEqual([200, 404, 200]);
	const stored = [];
	for await (const { name } of app.deps.storage.list("mail-attachments")) stored.push(name);
	const named = await app.deps.db.select({ file: threadAttachmentsTable.file }).from(threadAttachmentsTable);
	expect(stored.sort()).toEqual(named.map(({ file }) => file).sort());
});
