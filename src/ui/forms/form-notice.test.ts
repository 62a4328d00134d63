import { expect, test } from "vitest";
import type { Submission } from "#lib/submission.ts";
import { type FormTexts, noticeFor, noticeOfProblems } from "./form-notice.ts";

const texts: FormTexts = {
	saved: { title: "Message Sent!", description: "Thank you." },
	failed: { title: "Submission Error", description: "There was an error sending your message. Please try again." },
};
const refused = (outcome: "invalid" | "failed", message: string, missing = false): Submission => ({
	outcome,
	message,
	missing,
	errors: {},
	values: {},
});

test("a refusal has the specified title and the server's message", () => {
	expect(noticeFor(refused("failed", "Too many requests. Please wait a moment and try again."), texts)).toEqual({
		title: "Submission Error",
		description: "Too many requests. Please wait a moment and try again.",
	});
});

test("a failure without a reason says the specified text", () => {
	expect(noticeFor(refused("failed", ""), texts)).toEqual(texts.failed);
});

test("'Missing Information' is said of missing fields only, by the page and by the server", () => {
	const missing = { title: "Missing Information", description: "Please fill in all required fields." };
	const wrong = [
		{ label: "Email", missing: false },
		{ label: "Resume", missing: false },
	];
	expect(noticeOfProblems([...wrong, { label: "Message", missing: true }], texts)).toEqual(missing);
	expect(noticeOfProblems(wrong, texts)).toEqual({
		title: "Please Check the Form",
		description: "Please correct: Email and Resume.",
	});
	expect(noticeFor(refused("invalid", "Please check the marked fields.", true), texts)).toEqual(missing);
	expect(noticeFor(refused("invalid", "Please check the marked fields."), texts)).toEqual({
		title: "Please Check the Form",
		description: "Please check the marked fields.",
	});
});
