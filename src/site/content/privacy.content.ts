import { definePage, line, text } from "./fields.ts";

/** What follows its first paragraph is generated, because it has to be true of the program. */
export const privacy = definePage("Privacy", "/privacy", {
	heading: line("What we keep, and for how long.", { max: 80 }),
	lead: text("We use what you send us only for the purpose you sent it for.", { max: 600 }),
	"search.title": line("Privacy", { max: 60 }),
	"search.description": text(
		"What {name} stores about you, for how long, and how to have it deleted. No cookies for visitors.",
		{ max: 200 },
	),
});
