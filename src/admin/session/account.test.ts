import type { User } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { describeAccount, initialsOf } from "./account.ts";

const origin = "http://site.test";
const account = (user_metadata: User["user_metadata"], email = "grace@example.com") =>
	describeAccount({ id: "1", aud: "authenticated", app_metadata: {}, created_at: "", email, user_metadata }, origin);

describe("initials", () => {
	// proves S2-layout-03
	test("are the first two letters of the full name, upper-cased", () => {
		expect(account({ full_name: "Ada Byron" }).initials).toBe("AD");
		expect(account({ full_name: " élodie" }).initials).toBe("ÉL");
	});
	test("skip characters that are not letters", () => {
		expect(account({ full_name: "O'Neil" }).initials).toBe("ON");
	});
	test("come from the email address if there is no name", () => {
		expect(account({}).initials).toBe("GR");
		expect(account({ full_name: "  " }).initials).toBe("GR");
		expect(account({ full_name: "123" }).initials).toBe("GR");
	});
	test("survive metadata that is no text", () => {
		expect(account({ full_name: { first: "Ada" }, avatar_url: 7 })).toMatchObject({ name: undefined, initials: "GR" });
	});
});

test("colleagues are told apart by the initials of both names", () => {
	expect(["Ada Byron", "Ada", "Jean-Luc van der Berg", " élodie 7"].map(initialsOf)).toEqual(["AB", "A", "JB", "É"]);
});

describe("the picture's address", () => {
	const picture = (avatar_url: unknown) => account({ avatar_url }).picture;
	// proves S2-layout-03
	test("may be on this site or behind https", () => {
		expect(picture("/art/ada.webp")).toBe("http://site.test/art/ada.webp");
		expect(picture("https://pictures.example/ada.webp")).toBe("https://pictures.example/ada.webp");
	});
	test("is ignored otherwise", () => {
		for (const address of [
			"http://pictures.example/ada.webp",
			"javascript:alert(1)",
			"data:image/png;base64,AA",
			"http://",
			7,
		]) {
			expect(picture(address)).toBeUndefined();
		}
	});
});
