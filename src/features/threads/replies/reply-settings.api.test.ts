import { afterEach, expect, test } from "vitest";
import { startReplyDesk } from "#tests/reply-desk.ts";

const desk = startReplyDesk({ RATE_LIMITS: "on", STAFF_EMAIL: "desk@pilcrow.example" });
const { app, mailOf, newContact, open, reply } = desk;

afterEach(() => {
	Object.assign(app.deps.settings.mail, { takesReplies: true, staffEmail: "desk@pilcrow.example" });
	Object.assign(app.deps.settings.inbound, { isRead: false, plus: true });
});

test("a site that cannot send mail shows the conversation and refuses a reply", async () => {
	const contact = await newContact({ message: "Hello?" });
	app.deps.settings.mail.takesReplies = false;
	const { thread, messages } = await open(contact.id);
	expect(thread).toMatchObject({ can_reply: false, obstacle: "no_mail" });
	expect(messages).toMatchObject([{ kind: "form", text: "Hello?" }]);
	const refused = await reply(contact.id);
	expect([refused.status, refused.body.code, refused.body.error]).toEqual([
		409,
		"no_mail",
		"This site cannot send mail yet. Set SMTP_URL first.",
	]);
});

test("an answer goes to the thread's own address, to the mailbox, or to staff, as what is read allows", async () => {
	const { settings } = app.deps;
	const { address } = settings.inbound;
	const [local, domain] = address.split("@");
	const answersTo = async () => {
		const contact = await newContact();
		expect((await reply(contact.id)).status).toBe(201);
		return { replyTo: (await mailOf(contact.id))?.reply_to, shown: (await open(contact.id)).thread.answers_to };
	};
	expect(await answersTo()).toEqual({ replyTo: "desk@pilcrow.example", shown: "desk@pilcrow.example" });
	Object.assign(settings.mail, { staffEmail: undefined });
	expect(await answersTo()).toEqual({ replyTo: "hello@pilcrow.example", shown: "hello@pilcrow.example" });
	Object.assign(settings.inbound, { isRead: true, plus: false });
	expect(await answersTo()).toEqual({ replyTo: address, shown: address });
	settings.inbound.plus = true;
	expect(await answersTo()).toEqual({
		replyTo: expect.stringMatching(new RegExp(`^${local}\\+[a-z2-7]{26}@${domain}$`)),
		shown: address,
	});
});

test("a member sends at most 60 replies an hour, and what was refused does not count", async () => {
	const contact = await newContact();
	expect((await reply(contact.id, { text: " " })).status).toBe(422);
	expect((await reply(contact.id, { status: "unknown" })).status).toBe(422);
	const statuses: number[] = [];
	for (let n = 0; n < 61; n++) statuses.push((await reply(contact.id, { anyway: true })).status);
	expect(statuses).toEqual([...Array(60).fill(201), 429]);
	expect((await reply(contact.id, { anyway: true }, { who: desk.grace })).status).toBe(201);
});
