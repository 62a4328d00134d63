import { addMinutes } from "date-fns/addMinutes";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firm } from "#lib/firm.ts";
import { composeLetter } from "#platform/mail/letter.server.tsx";
import { publishContent } from "#site/content/content.server.ts";
import { content, services } from "#site/content/content.tsx";
import { isOffered } from "#site/navigation.ts";
import { signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { followSitePages } from "./follow-site-pages.server.ts";

const app = startTestApp();
let authorization: string;

beforeAll(async () => {
	({ authorization } = await signInAs(app.deps, { role: "admin" }));
	await followSitePages(app.deps);
});

// Other files of this run read the originals.
afterAll(() => publishContent({}));

async function call(method: string, path: string, body?: object, bearer = authorization) {
	const response = await app.api.request(`/api/site${path}`, {
		method,
		headers: { authorization: bearer, "content-type": "application/json" },
		...(body && { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: await response.json() };
}

const save = (page: string, expected_version: number, values: Record<string, unknown>) =>
	call("PUT", `/${page}/draft`, { values, expected_version });

const publish = (page: string, expected_version: number, number?: number) =>
	call("POST", `/${page}/publish`, { expected_version, number });

test("a page that nobody has edited has version 0, its originals, and no values of its own", async () => {
	const { body } = await call("GET", "/careers");
	expect(body).toMatchObject({ page: "careers", version: 0, values: {}, draft: null, published_at: null });
	expect(body.fields[0]).toMatchObject({ name: "heading", original: "Work on the sentence people remember.", max: 80 });
	expect((await call("GET", "")).body.pages.map((each: { page: string }) => each.page)).toContain("not-found");
});

test("what is typed waits in a draft, and is on the site once it is published", async () => {
	const draft = await save("home", 0, { "hero.lead": "  We  say it\nplainly. " });
	expect(draft).toMatchObject({ status: 200, body: { version: 1, draft: { "hero.lead": "We say it plainly." } } });
	expect(content("home")["hero.lead"]).toContain("Seven services");
	const published = await publish("home", 1);
	expect(published.body).toMatchObject({
		version: 2,
		number: 1,
		draft: null,
		values: { "hero.lead": "We say it plainly." },
	});
	await expect.poll(() => content("home")["hero.lead"]).toBe("We say it plainly.");
	expect(Object.isFrozen(content("home"))).toBe(true);

	// 'Undo' publishes what was there before; what was published waits again.
	const undone = await publish("home", 2, 0);
	expect(undone.body).toMatchObject({ number: 2, values: {}, draft: { "hero.lead": "We say it plainly." } });
	await expect.poll(() => content("home")["hero.lead"]).toContain("Seven services");
	expect((await call("GET", "/home/versions")).body.versions).toMatchObject([
		{ number: 2, values: {} },
		{ number: 1, values: { "hero.lead": "We say it plainly." } },
	]);
	const discarded = await call("POST", "/home/discard", { expected_version: 3 });
	expect(discarded.body).toMatchObject({ version: 4, draft: null });
});

test("only a field that was changed since conflicts, with both texts; of 50 saves of one version one is stored", async () => {
	await save("blog", 0, { heading: "Notes", lead: "Short." });
	expect(await save("blog", 0, { "none.lead": "Soon." })).toMatchObject({ status: 200, body: { version: 2 } });
	expect(await save("blog", 0, { heading: "Essays", "none.heading": "Nothing" })).toMatchObject({
		status: 409,
		body: { code: "conflict", current: { version: 2, fields: { heading: { theirs: "Notes", yours: "Essays" } } } },
	});
	const saves = await Promise.all(
		Array.from({ length: 50 }, (_, n) => save("blog", 2, { "newsletter.lead": `Text ${n}` })),
	);
	expect(saves.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
	expect(await publish("blog", 2)).toMatchObject({ status: 409, body: { current: { version: 3 } } });
});

test("a text goes back to its original, after which nothing is stored of it", async () => {
	await save("privacy", 0, { lead: "Only for you." });
	await publish("privacy", 1);
	expect((await save("privacy", 2, { lead: null })).body.draft).toEqual({
		lead: "We use what you send us only for the purpose you sent it for.",
	});
	expect((await publish("privacy", 3)).body).toMatchObject({ values: {}, draft: null });
	// Nothing to publish is no publication.
	expect((await publish("privacy", 4)).body).toMatchObject({ version: 4, number: 2 });
});

test.each([
	["home", { "hero.lead": "x".repeat(201) }, "Please keep this to 200 characters or fewer."],
	["home", { "hero.lead": "" }, "Please enter a text, or go back to the original."],
	["home", { "hero.lead": "a\u202Eb" }, "can't be seen"],
	["home", { "hero.lead": "a\u200Bb" }, "can't be seen"],
	["home", { "hero.lead": 7 }, "Please enter text."],
	["home", { "hero.lead": "Call {phone}." }, "Please leave out {phone}"],
	["home", { "hero.tag_lines": ["One"] }, "Please enter 7 lines."],
	["home", { "hero.tag_lines": ["1", "2", "3", "4", "", "6", "7"] }, "Line 5: Please enter a text"],
	["home", { "no.such": "Text" }, "This page has no such text."],
	["home", { __proto__: null, constructor: "Text" }, "This page has no such text."],
	["contact", { "email.note": "We answer soon" }, "Please keep {reply_promise}"],
	["firm", { email: "nobody" }, "name@company.com"],
	["firm", { phone: "call us" }, "Please enter a phone number."],
	["firm", { "social.facebook": "https://facebook.com.evil.example/x" }, "https://www.facebook.com/"],
	["firm", { "social.facebook": "javascript:alert(1)" }, "https://www.facebook.com/"],
	["firm", { call_promise: 0 }, "Please enter 1 or more"],
	["firm", { call_promise: 1.5 }, "Please enter a whole number."],
	[
		"firm",
		{ hours: [null, [17, 8], null, null, null, null, null] },
		"Monday: Please enter a closing time after the opening time.",
	],
	["firm", { hours: [null, null, "nine", null, null, null, null] }, "Tuesday: Please enter hours like 9 AM - 5:30 PM"],
])("%s refuses %o in a sentence at its field", async (page, values, sentence) => {
	const { status, body } = await save(page, 0, values);
	expect(status).toBe(422);
	expect(body.fields[Object.keys(values)[0] ?? ""]).toContain(sentence);
});

test("markup, braces, and quotes are text; the longest text counts code points", async () => {
	const hostile = `</script><img src=x onerror=alert(1)> {{x}} {nothing} & "`;
	expect((await save("careers", 0, { heading: hostile, none: "🙂".repeat(100) })).body.draft).toEqual({
		heading: hostile,
		none: "🙂".repeat(100),
	});
});

test("a page that doesn't exist is 404, and too much is 413", async () => {
	expect((await save("constructor", 0, {})).status).toBe(404);
	expect((await save("home", 0, { "hero.lead": "x".repeat(300_000) })).status).toBe(413);
	expect((await publish("careers", 1, 7)).status).toBe(404);
});

test("the firm is published only by who has verified themselves lately, and is then everywhere", async () => {
	await save("firm", 0, {
		name: "Ashgrove & Partners",
		call_promise: "",
		reply_promise: 1,
		"social.facebook": "facebook.com/ashgrove",
		hours: [null, [9, 17.5], [9, 17.5], [9, 17.5], null, [9, 17.5], null],
	});
	app.setTime(addMinutes(testTime, 20));
	expect((await publish("firm", 1)).body.code).toBe("reauthentication_needed");
	const fresh = await signInAs(app.deps, { role: "admin" });
	expect((await call("POST", "/firm/publish", { expected_version: 1 }, fresh.authorization)).status).toBe(200);
	await expect.poll(() => firm().name).toBe("Ashgrove & Partners");
	expect(firm()).toMatchObject({ callMinutes: null, replyHours: 1 });
	expect(firm().social[0]).toEqual({ name: "Facebook", href: "https://facebook.com/ashgrove" });
	expect(firm().hours.map(({ days, label }) => `${days} ${label}`)).toEqual([
		"Mon–Wed 9 AM–5:30 PM",
		"Thursday closed",
		"Friday 9 AM–5:30 PM",
		"Sat–Sun closed",
	]);
	// A promise that isn't made takes its sentences with it.
	expect(content("book-call")["search.description"]).toBe(
		"Book a strategy call: 30 to 45 minutes, strategic insights, and a custom proposal.",
	);
	expect(content("contact")["search.description"]).toBe(
		"Write to Ashgrove & Partners or call (555) 010-0142. We respond within 1 hour.",
	);
});

test("a firm's colors are published if they can be read, in the head of pages and in emails", async () => {
	({ authorization } = await signInAs(app.deps, { role: "admin" }));
	expect((await save("brand", 0, { "color.dark": "blue" })).body.fields).toEqual({
		"color.dark": "Please enter a color like #24101f.",
	});
	await save("brand", 0, { "color.dark": "#0B2A4A", "color.accent": "#163b16" });
	const refused = await publish("brand", 1);
	expect(refused).toMatchObject({
		status: 422,
		body: { fields: { "color.accent": expect.stringContaining("hard to read") } },
	});
	expect(firm().brand).toBeNull();
	await save("brand", 1, { "color.accent": "#22b8a0" });
	expect((await publish("brand", 2)).status).toBe(200);
	await expect.poll(() => firm().brand?.tones.vermilion).toBe("#22b8a0");
	expect(firm().brand?.styles.everywhere).toContain("--color-ink:#0b2a4a");
	const letter = { subject: "S", heading: "H", paragraphs: ["P"], closing: "C" };
	expect(composeLetter(letter).html).toContain("#0b2a4a");
	expect(composeLetter(letter).html).not.toContain("#24101f");
	await publish("brand", 3, 0);
	await expect.poll(() => firm().brand).toBeNull();
});

test("services are shown in the firm's order, and at least one is", async () => {
	const slugs = () => services().map(({ slug }) => slug);
	expect((await save("offer", 0, { services: [] })).body.fields.services).toBe("Please keep at least one.");
	expect((await save("offer", 0, { services: ["photography", "photography"] })).status).toBe(422);
	expect((await save("offer", 0, { services: ["baking"] })).status).toBe(422);
	await save("offer", 0, { services: ["videography", "photography"] });
	await publish("offer", 1);
	await expect.poll(slugs).toEqual(["videography", "photography"]);
	expect([isOffered("/services/photography"), isOffered("/services/public-relations"), isOffered("/contact")]).toEqual([
		true,
		false,
		true,
	]);
	await publish("offer", 2, 0);
	await expect.poll(slugs).toHaveLength(7);
});

test("a logo is made of a PNG or WebP file, waits in the draft, and takes the mark's place", async () => {
	const upload = async (content: Uint8Array<ArrayBuffer>, name: string) => {
		const body = new FormData();
		body.set("logo", new File([content], name));
		body.set("expected_version", "4");
		const response = await app.api.request("/api/site/logo", { method: "POST", headers: { authorization }, body });
		return { status: response.status, body: await response.json() };
	};
	const picture = sharp({ create: { width: 900, height: 300, channels: 4, background: "#0b2a4a80" } });
	expect((await upload(new Uint8Array(await picture.jpeg().toBuffer()), "logo.png")).body.fields.logo).toBe(
		"Please choose a PNG or WebP image.",
	);
	expect((await upload(new TextEncoder().encode("<svg/>"), "logo.svg")).status).toBe(422);
	expect((await upload(new Uint8Array(1024 * 1024 + 1), "logo.png")).status).toBe(413);
	const { status, body } = await upload(new Uint8Array(await picture.webp().toBuffer()), "logo.webp");
	expect(status).toBe(201);
	expect(body.draft.logo).toMatchObject({ width: 480, height: 160 });
	expect((await save("brand", body.version, { logo: body.draft.logo })).status).toBe(422);
	const file = (suffix = "") => app.api.request(`/storage/v1/object/public/logos/${body.draft.logo.name}${suffix}.png`);
	expect((await file()).headers.get("content-type")).toBe("image/png");
	await publish("brand", body.version);
	await expect.poll(() => firm().brand?.logo?.width).toBe(480);
	const letter = composeLetter({ subject: "S", heading: "H", paragraphs: ["P"], closing: "C" }).html;
	expect(letter).toContain(`alt="${firm().name.replace("&", "&amp;")}" width="96" height="32"`);
	expect(letter).not.toContain("¶");
	await publish("brand", body.version + 1, 0);
	await expect.poll(() => firm().brand).toBeNull();
	// Emails that were sent before still show it.
	expect((await sharp(await (await file("-icon")).arrayBuffer()).metadata()).width).toBe(180);
	expect((await app.api.request("/storage/v1/object/public/logos/0123456789abcdef.png")).status).toBe(404);
});
