import { expect, test } from "vitest";
import { emailField, optionalPhone } from "#lib/fields.ts";
import { mailtoHref, readEmailAddress } from "./email-address.ts";

// F4
test("an address is stored with a domain that every mail server accepts", () => {
	expect(readEmailAddress("info@xn--80a1acny.xn--p1ai")).toBe("info@xn--80a1acny.xn--p1ai");
	expect(readEmailAddress("info@почта.рф")).toBe("info@xn--80a1acny.xn--p1ai");
	expect(readEmailAddress("Info@München.example")).toBe("Info@xn--mnchen-3ya.example");
	expect(readEmailAddress("a@例え。テスト")).toBe("a@xn--r8jz45g.xn--zckzah");
	expect(readEmailAddress("Ann.Lee@Client.Example")).toBe("Ann.Lee@Client.Example");
});

// F4
test("every atom may stand in front of the @", () => {
	for (const local of ["r&d", "o'brien", "a+b", "a/b", "#1", "50%", "who?", "{x}", "a|b", "~", "^`*!$=", "a_b.c-d"])
		expect(readEmailAddress(`${local}@client.example`), local).toBe(`${local}@client.example`);
});

// F4
test("what can't be seen is removed", () => {
	const invisible = ["\u200b", "\u202d", "\u202c", "\ufeff", "\u00a0", "\u00ad", "\u2060", "\u2068", "\u3000", " \t\n"];
	for (const one of invisible)
		expect(readEmailAddress(`${one}ann@client.example${one}`), escape(one)).toBe("ann@client.example");
	expect(readEmailAddress("ann@\u200bclient.ex\u00adample")).toBe("ann@client.example");
});

test("anything else is no address", () => {
	const others = ["", "ann", "ann@", "@client.example", "ann@client", "a b@client.example", "a..b@client.example"];
	const worse = [
		".a@client.example",
		"a.@client.example",
		"ann@-client.example",
		"ann@client-.example",
		"a@b@c.example",
	];
	const tricky = [
		"ann@client.example/x",
		"ann@münchen.example/x",
		"ann@münchen.example:25",
		"ann@1.2.3.4",
		"ann@[::1]",
	];
	const lists = ["ann@a.example,bob@b.example", "Ann <ann@a.example>", "mailto:ann@a.example", "jörg@client.example"];
	for (const text of [...others, ...worse, ...tricky, ...lists, `${"a".repeat(250)}@b.example`, "a@xn--ü.example"])
		expect(readEmailAddress(text), text).toBeUndefined();
});

// F4
test("a link to an address asks nothing and names no subject", () => {
	expect(mailtoHref("who?subject=x&50%@client.example")).toBe("mailto:who%3Fsubject%3Dx%2650%25@client.example");
});

// F4, F9
test("fields store an address and a number without what can't be seen", () => {
	expect(emailField.parse(" \u202dr&d@München.example\u200b ")).toBe("r&d@xn--mnchen-3ya.example");
	expect(emailField.safeParse("nobody").error?.issues[0]?.message).toBe(
		"Please enter an email address like name@company.com.",
	);
	expect(emailField.safeParse("\u200b").error?.issues[0]?.message).toBe("Please enter an email address.");
	expect(optionalPhone.parse("\u202d555 010 0177\u202c")).toBe("555 010 0177");
	expect(optionalPhone.parse("\u202d\u202c")).toBeNull();
});
