import { expect, test } from "vitest";
import { isSuspect, suspicions } from "#features/quarantine/spam.ts";
import { genuineInquiries } from "./corpus/genuine-inquiries.ts";
import { spam } from "./corpus/spam.ts";
import type { WrittenForm } from "./corpus/written-form.ts";

function reasonsOf({ name, phone = "", subject = "", text, seconds, trap = "" }: WrittenForm) {
	const [first = "", ...rest] = name.split(" ");
	return suspicions({ names: [first, rest.join(" ")], phone, subject, text, seconds, trap, repeated: false });
}

const suspectsAmong = (forms: readonly WrittenForm[]) => forms.filter((form) => isSuspect(reasonsOf(form)));
const named = (forms: readonly WrittenForm[]) => forms.map((form) => [form.name, ...reasonsOf(form)]);

test("holds back none of 60 genuine inquiries, in five languages, short and long, with links, signatures and capitals", () => {
	expect(genuineInquiries).toHaveLength(60);
	expect(named(suspectsAmong(genuineInquiries))).toEqual([]);
});

test("a genuine inquiry is held back neither by autofill's haste nor by a browser without scripts, unless it has a pitch's words as well", () => {
	for (const seconds of [0, undefined]) {
		const held = suspectsAmong(genuineInquiries.map((form) => ({ ...form, seconds })));
		for (const form of held) expect(reasonsOf(form).length, form.name).toBeGreaterThan(1);
		expect(held.length).toBeLessThanOrEqual(5);
	}
});

test("lets through three of 60 forms of spam at most", () => {
	expect(spam).toHaveLength(60);
	const passed = spam.filter((form) => !isSuspect(reasonsOf(form)));
	expect(passed.length, JSON.stringify(named(passed))).toBeLessThanOrEqual(3);
});

test("the signed time decides about spam: were it ignored, more would pass", () => {
	const timed = suspectsAmong(spam.map((form) => ({ ...form, seconds: 60 })));
	expect(suspectsAmong(spam).length - timed.length).toBeGreaterThanOrEqual(10);
});
