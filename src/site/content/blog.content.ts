import { definePage, line, text } from "./fields.ts";

export const blog = definePage("Blog", "/blog", {
	heading: line("Insights & Expertise", { max: 60 }),
	lead: text("Short pieces on saying things well. Most take less time than a cup of coffee.", { max: 200 }),
	"none.heading": line("No Blog Posts Yet", { max: 60 }),
	"none.lead": text("We're choosing the first words. Until they're here, ask us directly.", { max: 200 }),
	"none.button": line("Get in Touch", { max: 30 }),
	"newsletter.heading": line("A newsletter when there's something to say.", { max: 80 }),
	"newsletter.lead": text(
		"Coming soon: the best of what we wrote, and one thing we read. There is no list yet, so this box saves nothing.",
		{ max: 250 },
	),
	"search.title": line("Blog", { max: 50 }),
	"search.description": text(
		"Insights and expertise: short pieces on saying things well, from the people who do it for a living.",
		{ max: 200 },
	),
});
