import { describe, expect, test } from "vitest";
import {
	isDeactivatedLink,
	linkSessionOfAnother,
	mailedLinkError,
	mailedLinkTarget,
	newPasswordPath,
} from "./mailed-link.ts";

const target = (path: string) => mailedLinkTarget(new URL(path, "http://site.test"));
const session = "#access_token=a.b.c&expires_in=3600&refresh_token=r&token_type=bearer";
const failure = "#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired";

describe("the page that handles a mailed link", () => {
	test("is the one that welcomes for a confirmation that landed on the home page", () => {
		expect(target(`/${session}&type=signup`)).toBe(`/auth?view=confirmed${session}&type=signup`);
	});
	test("is the form for the new password for a recovery, wherever it landed", () => {
		expect(target(`/${session}&type=recovery`)).toBe(`${newPasswordPath}${session}&type=recovery`);
		expect(target(`/auth${session}&type=recovery`)).toBe(`${newPasswordPath}${session}&type=recovery`);
	});
	test("is the sign-in page for a link that failed", () => {
		expect(target(`/${failure}`)).toBe(`/auth${failure}`);
	});
	test("is the present one once it is right", () => {
		expect(target(`/auth?view=confirmed${session}&type=signup`)).toBeUndefined();
		expect(target(`/auth${failure}`)).toBeUndefined();
		expect(target(`${newPasswordPath}${session}&type=recovery`)).toBeUndefined();
		expect(target(`${newPasswordPath}${failure}`)).toBeUndefined();
	});
	test("is the present one for any other fragment", () => {
		expect(target("/")).toBeUndefined();
		expect(target("/#services")).toBeUndefined();
		expect(target("/?access_token=in-the-query")).toBeUndefined();
	});
});

test("a link to an account that has been deactivated is told from one that expired", () => {
	expect(isDeactivatedLink("#error=access_denied&error_code=user_banned")).toBe(true);
	expect(isDeactivatedLink(failure)).toBe(false);
});

describe("the error of a mailed link", () => {
	test("is the service's text", () => {
		expect(mailedLinkError(failure)).toBe("Email link is invalid or has expired");
		expect(mailedLinkError("#error_code=otp_expired")).toBe("Email link is invalid or has expired");
	});
	test("is absent after a link that worked", () => {
		expect(mailedLinkError(`${session}&type=signup`)).toBeUndefined();
		expect(mailedLinkError("")).toBeUndefined();
	});
});

// A10
test("a link's session is another account's only beside a session of one's own", () => {
	const claims = { sub: "grace", email: "grace@example.com" };
	const hash = `#access_token=x.${btoa(JSON.stringify(claims))}.y&refresh_token=r&type=recovery`;
	const stored = (id: string) => JSON.stringify({ access_token: "t", user: { id } });
	expect(linkSessionOfAnother(hash, stored("ada"))).toMatchObject({ email: "grace@example.com", refresh_token: "r" });
	expect(linkSessionOfAnother(hash, stored("grace"))).toBeUndefined();
	for (const own of [null, "", "null", "{}", "broken"]) expect(linkSessionOfAnother(hash, own)).toBeUndefined();
	for (const other of ["", "#access_token=x", "#access_token=x.bm90IGpzb24.y", "#invitation=x"])
		expect(linkSessionOfAnother(other, stored("ada"))).toBeUndefined();
});
