import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertUser, signInAs, testPassword } from "#tests/accounts.ts";
import { fragmentOf, startAuthSite } from "#tests/auth-site.ts";
import { sendRecovery } from "./accounts/accounts.server.ts";
import { oneTimeTokensTable } from "./auth.table.ts";

const site = startAuthSite({ AUTH_REDIRECT_ALLOW: "https://elsewhere.example/welcome" });

const newAddress = () => `${crypto.randomUUID()}@example.com`;

async function signUpLink(email = newAddress()): Promise<string> {
	await site.send("POST", "/signup", { email, password: testPassword });
	return (await site.mailTo(email)).link ?? "";
}

async function recoveryLink(email: string): Promise<string> {
	await site.send("POST", "/recover", { email });
	return (await site.mailTo(email)).link ?? "";
}

const withParameter = (link: string, name: string, value: string) => {
	const url = new URL(link);
	url.searchParams.set(name, value);
	return url.href;
};

const usedOrOld = {
	error: "access_denied",
	error_code: "otp_expired",
	error_description: "Email link is invalid or has expired",
};

// proves S9-auth-01
test("a link carries the session in the fragment only, and nothing in the query", async () => {
	const response = await site.open(await signUpLink());
	const location = new URL(response.headers.get("Location") ?? "");
	expect([response.status, location.origin + location.pathname, location.search]).toEqual([
		303,
		"http://site.test/",
		"",
	]);
	expect(fragmentOf(response)).toMatchObject({ token_type: "bearer", expires_in: "3600", type: "signup" });
});

test("a recovery link lets the client choose a new password, and confirms the address", async () => {
	const email = newAddress();
	await insertUser(site.deps, { email, confirmed: false });
	const tab = site.openTab();
	const events: string[] = [];
	tab.onAuthStateChange((event) => {
		events.push(event);
	});
	await tab.resetPasswordForEmail(email, { redirectTo: "http://site.test/auth" });
	const { link = "" } = await site.mailTo(email);
	expect(new URL(link).searchParams.get("redirect_to")).toBe("http://site.test/auth");
	const token_hash = new URL(link).searchParams.get("token") ?? "";
	const { error } = await tab.verifyOtp({ type: "recovery", token_hash });
	expect(error).toBeNull();
	expect(events).toContain("PASSWORD_RECOVERY");
	expect((await tab.updateUser({ password: "a brand new password" })).error).toBeNull();
	expect((await tab.signInWithPassword({ email, password: "a brand new password" })).error).toBeNull();
});

test("14.6 a link works once, also when it is opened many times at once", async () => {
	const link = await signUpLink();
	const fragments = await Promise.all(Array.from({ length: 6 }, async () => fragmentOf(await site.open(link))));
	expect(fragments.filter((fragment) => fragment.access_token)).toHaveLength(1);
	expect(fragments.filter((fragment) => fragment.error_code === "otp_expired")).toHaveLength(5);
});

test("14.6 a used link is told by a redirect, and by 403 to the client", async () => {
	const link = await signUpLink();
	await site.open(link);
	const again = await site.open(link);
	expect(again.status).toBe(303);
	expect(fragmentOf(again)).toEqual(usedOrOld);
	const token_hash = new URL(link).searchParams.get("token") ?? "";
	const { error } = await site.openTab().verifyOtp({ type: "signup", token_hash });
	expect(error).toMatchObject({ status: 403, code: "otp_expired", message: "Email link is invalid or has expired" });
});

test("14.6 a link is bound to its type, and a wrong guess does not use it up", async () => {
	const link = await signUpLink();
	expect(fragmentOf(await site.open(withParameter(link, "type", "recovery")))).toEqual(usedOrOld);
	expect(fragmentOf(await site.open(withParameter(link, "type", "magiclink")))).toMatchObject({
		error: "invalid_request",
		error_code: "validation_failed",
	});
	expect(fragmentOf(await site.open(link)).access_token).toBeDefined();
});

test("14.6 a link expires after an hour, as its mail says", async () => {
	const address = newAddress();
	const [early, late] = [await signUpLink(), await signUpLink(address)];
	expect((await site.mailTo(address)).text).toContain("expires in 60 minutes");
	site.wait(3599);
	expect(fragmentOf(await site.open(early)).access_token).toBeDefined();
	site.wait(1);
	expect(fragmentOf(await site.open(late))).toEqual(usedOrOld);
});

test("14.6 only the newest confirmation works", async () => {
	const email = newAddress();
	const older = await signUpLink(email);
	site.wait(61);
	await site.send("POST", "/resend", { type: "signup", email });
	const newer = (await site.mailTo(email)).link;
	expect(fragmentOf(await site.open(older))).toEqual(usedOrOld);
	expect(fragmentOf(await site.open(newer)).type).toBe("signup");
});

/** Links of as many requests, oldest first, each as soon as it is granted. */
async function recoveryLinks(email: string, count: number): Promise<string[]> {
	const links: string[] = [];
	for (let asked = 0; asked < count; asked++) {
		links.push(await recoveryLink(email));
		site.wait(60 * 2 ** asked);
	}
	return links;
}

test("14.6 of recoveries the last two work, so that a stranger's request does not void the link in hand", async () => {
	const email = newAddress();
	await insertUser(site.deps, { email });
	const [oldest, inHand] = await recoveryLinks(email, 3);
	expect(fragmentOf(await site.open(oldest))).toEqual(usedOrOld);
	expect(fragmentOf(await site.open(inHand)).type).toBe("recovery");
});

test("14.6 of the last two recoveries each works once, and using one voids the other", async () => {
	const email = newAddress();
	await insertUser(site.deps, { email });
	const [older, newer] = await recoveryLinks(email, 2);
	expect(fragmentOf(await site.open(newer)).type).toBe("recovery");
	for (const link of [newer, older]) expect(fragmentOf(await site.open(link))).toEqual(usedOrOld);
});

test("14.7 a new password voids both of the last recoveries", async () => {
	const { user, headers } = await signInAs(site.deps);
	const links = await recoveryLinks(user.email, 2);
	expect((await site.send("PUT", "/user", { password: "a brand new password" }, headers)).status).toBe(200);
	for (const link of links) expect(fragmentOf(await site.open(link))).toEqual(usedOrOld);
});

test("14.6 of recoveries that are asked for at once, no more than two links work", async () => {
	const user = await insertUser(site.deps);
	await Promise.all([1, 2, 3, 4].map(() => sendRecovery(site.deps, user.email, "http://site.test/")));
	const links = await site.deps.db.select().from(oneTimeTokensTable).where(eq(oneTimeTokensTable.user_id, user.id));
	expect(links).toHaveLength(2);
});

test("14.6 following one link voids the other links of the user", async () => {
	const email = newAddress();
	const confirmation = await signUpLink(email);
	const recovery = await recoveryLink(email);
	expect(fragmentOf(await site.open(recovery)).access_token).toBeDefined();
	expect(fragmentOf(await site.open(confirmation))).toEqual(usedOrOld);
});

test("14.6 HEAD does not use a link up", async () => {
	const link = await signUpLink();
	const head = await site.open(link, "HEAD");
	expect(head.headers.get("Location")).toBeNull();
	expect(fragmentOf(await site.open(link)).access_token).toBeDefined();
});

const foreign = [
	"https://evil.example/",
	"//evil.example/",
	"/relative",
	"http://site.test.evil.example/",
	"http://site.test@evil.example/",
	"http://user:word@site.test/",
	"http://site.test:8080/",
	"https://site.test/",
	"http:\\\\evil.example",
	"http://site.test\\@evil.example/",
	"http://site.test/\u0000",
	"http://site.test/ a",
	"\thttp://evil.example",
	"javascript:alert(1)",
	"data:text/html,hello",
	"https://elsewhere.example/welcome/further",
	"http://127.0.0.1:3000/",
	"blob:http://site.test/0b6ac4d0-1b6e-4b7e-9a7e-0c2f7a1f1a11",
	"",
];

test.each(foreign)("14.12 never leads to %j, nor mails it, on success and on failure", async (address) => {
	const email = newAddress();
	const headers = { Referer: "https://evil.example/", Origin: "https://evil.example" };
	const parameter = `redirect_to=${encodeURIComponent(address)}`;
	await site.send("POST", `/signup?${parameter}`, { email, password: testPassword, redirect_to: address }, headers);
	const { link = "" } = await site.mailTo(email);
	expect(new URL(link).searchParams.get("redirect_to")).toBe("http://site.test/");
	for (let opened = 0; opened < 2; opened++) {
		const { pathname, search } = new URL(withParameter(link, "redirect_to", address));
		const response = await site.api.request(pathname + search, { headers });
		expect(response.headers.get("Location")).toMatch(/^http:\/\/site\.test\/#/);
	}
});

test("14.12 leads to an address of the site with its query, and to a listed one", async () => {
	const own = await site.open(withParameter(await signUpLink(), "redirect_to", "http://site.test/auth?tab=1#old"));
	expect(own.headers.get("Location")).toMatch(/^http:\/\/site\.test\/auth\?tab=1#access_token=/);
	const listed = await site.open(withParameter(await signUpLink(), "redirect_to", "https://elsewhere.example/welcome"));
	expect(listed.headers.get("Location")).toMatch(/^https:\/\/elsewhere\.example\/welcome#access_token=/);
});

test("14.13 forged Host and forwarding headers do not reach the mailed link", async () => {
	const email = newAddress();
	await site.send(
		"POST",
		"/signup",
		{ email, password: testPassword },
		{
			Host: "evil.example",
			"X-Forwarded-Host": "evil.example",
			"X-Forwarded-Proto": "https",
			Forwarded: "host=evil.example;proto=https",
			Origin: "https://evil.example",
		},
	);
	const mail = await site.mailTo(email);
	expect(mail.link).toMatch(/^http:\/\/site\.test\/auth\/v1\/verify\?token=[\w-]{43}&type=signup&redirect_to=/);
	expect(JSON.stringify(mail)).not.toContain("evil.example");
});

test("14.17 a mail goes to one person, holds one link, no password, and nothing that a user wrote", async () => {
	const email = newAddress();
	await site.send("POST", "/signup", {
		email,
		password: "swordfish in the attic",
		data: { full_name: "Eve\r\nBcc: all@example.com <script>alert(1)</script>" },
	});
	const mail = await site.mailTo(email);
	expect(mail.to).toBe(email);
	const everything = JSON.stringify(mail);
	for (const unwanted of ["swordfish", "Bcc", "<script", "Eve"]) expect(everything).not.toContain(unwanted);
	expect(mail.text.match(/https?:\/\/\S+/g)).toEqual([mail.link]);
	expect(mail.html.match(/href="/g)).toHaveLength(1);
	expect(mail.html).toContain(mail.link?.replaceAll("&", "&amp;"));
});

// F4
test("an address with a domain in other letters is the one that mail servers know", async () => {
	const local = newAddress().split("@")[0] ?? "";
	await site.send("POST", "/signup", { email: `\u200b${local}@München.example\u202c`, password: testPassword });
	expect((await site.mailTo(`${local}@xn--mnchen-3ya.example`)).link).toBeDefined();
});

test.each([
	"a@b.co,c@d.co",
	"a@b.co\r\nBcc: c@d.co",
	"a b@c.co",
	"<a@b.co>",
	"a@b@c.co",
	"a@b.co;c@d.co",
	"a@b.co ",
	"plain",
])("14.17 refuses %j as an address before anything is mailed", async (email) => {
	for (const path of ["/signup", "/recover", "/resend"]) {
		const response = await site.send("POST", path, { type: "signup", email, password: testPassword });
		expect([response.status, await response.json()]).toMatchObject([
			400,
			{ code: "validation_failed", message: "Unable to validate email address: invalid format" },
		]);
	}
});
