import { expect, test } from "vitest";
import { requiredLine } from "./fields.ts";

test("a line loses what directs text, which comes along from an address book, and nothing else", () => {
	const name = requiredLine(20, "Please enter a name.");
	expect(name.parse("\u202a Ann\u200e \u2068Young\u2069\u202c")).toBe("Ann\u200e Young");
	expect(name.safeParse("\u202a\u202c").error?.issues[0]?.message).toBe("Please enter a name.");
	expect(name.safeParse("Ann\nYoung").error?.issues[0]?.message).toMatch(/on one line/);
});
