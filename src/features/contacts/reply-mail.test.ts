import { expect, test } from "vitest";
import { replyMailHref } from "./reply-mail.ts";

const draftOf = (href: string) => {
	const url = new URL(href);
	return {
		to: decodeURIComponent(url.pathname),
		parameters: [...url.searchParams.keys()],
		subject: url.searchParams.get("subject"),
		body: url.searchParams.get("body"),
	};
};

// proves S7-reply-01, S7-reply-02
test("drafts a reply with the inquiry's subject, a greeting, thanks, a place for the response and a sign-off", () => {
	const draft = draftOf(replyMailHref({ name: "Ada Byron", email: "ada@example.com", subject: "Opening night" }));
	expect(draft.to).toBe("ada@example.com");
	expect(draft.subject).toBe("Re: Opening night");
	expect(draft.body).toMatch(
		/^Hi Ada Byron,\r\n\r\nThank you .+\r\n\r\n\[Your response here\]\r\n\r\nBest regards,\r\nThe .+ Team$/,
	);
});

// proves S7-reply-01
test("calls an inquiry without a subject 'Your inquiry'", () => {
	expect(draftOf(replyMailHref({ name: "Ada", email: "a@b.example", subject: null })).subject).toBe("Re: Your inquiry");
});

test("lets neither address nor subject nor name add recipients or fields", () => {
	const evil = "x?cc=eve@example.com&bcc=eve@example.com#y\r\nz";
	const draft = draftOf(replyMailHref({ name: evil, email: `a${evil}@example.com`, subject: evil }));
	expect(draft.parameters).toEqual(["subject", "body"]);
	expect(draft.subject).toContain("&bcc=");
});
