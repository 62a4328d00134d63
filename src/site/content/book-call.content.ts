import { definePage, line, text } from "./fields.ts";

export const bookCall = definePage("Book a Call", "/book-call", {
	heading: line("Start with a call.", { max: 60 }),
	lead: text("Tell us what is going on. Someone who can help will call you back with a first idea.", { max: 250 }),
	"expect.heading": line("What to Expect", { max: 40 }),
	"expect_1.title": line("30-45 minute consultation", { max: 50 }),
	"expect_1.text": text("Long enough to get to the point, short enough to fit before lunch.", { max: 160 }),
	"expect_2.title": line("Strategic insights", { max: 50 }),
	"expect_2.text": text("What we would do first, and what we would leave alone.", { max: 160 }),
	"expect_3.title": line("Custom proposal", { max: 50 }),
	"expect_3.text": text("Written for your company, from what you told us.", { max: 160 }),
	"hours.label": line("Business hours", { max: 30 }),
	"promise.unit": line("minutes or less:", { max: 40, label: "After the Number of Minutes" }),
	"promise.text": text("That's how long you'll wait for a response during business hours.", { max: 160 }),
	"search.title": line("Book a Call", { max: 60 }),
	"search.description": text(
		"Book a strategy call: 30 to 45 minutes, strategic insights, and a custom proposal. We respond within {call_promise} during business hours.",
		{ max: 200 },
	),
});
