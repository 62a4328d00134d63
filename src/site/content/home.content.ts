import { definePage, line, lines, picture, text } from "./fields.ts";

export const home = definePage("Home", "/", {
	"hero.tag_lines": lines(
		[
			"Everything Communications",
			"Communications and Everything in Between",
			"Communications Experts",
			"Media Experts",
			"100% Satisfaction Guaranteed",
			"Communications at Your Fingertips",
			"Communication Where It Matters",
		],
		{ max: 45 },
	),
	"hero.lead": text(
		"Seven services, one team. We plan it, write it, shoot it, design it, pitch it, and pick up the phone.",
		{
			max: 200,
		},
	),
	"hero.button": line("Book a Strategy Call", { max: 30 }),
	"hero.second_button": line("Explore Services", { max: 30 }),
	"hero.picture": picture(
		"A vermilion paragraph mark among a headset, a lens, a clapperboard, and swatches",
		"Picture",
		{
			...{ original: "hero", ratio: [16, 10], width: 1600 },
			narrow: [32, 25],
		},
	),
	"showcase.label": line("Services", { max: 24 }),
	"showcase.heading": line("One firm for the whole conversation.", { max: 80 }),
	"mission.label": line("Mission", { max: 24 }),
	"mission.heading": line("To help good companies be understood on first reading.", { max: 120 }),
	"pillar_1.title": line("Strategic Growth", { max: 40 }),
	"pillar_1.text": text("We agree on what a message should change before we write a word.", { max: 160 }),
	"pillar_2.title": line("Client-Focused", { max: 40 }),
	"pillar_2.text": text("We listen until we could explain your business to your own customers.", { max: 160 }),
	"pillar_3.title": line("Excellence", { max: 40 }),
	"pillar_3.text": text("We would rather cut a good line than print a wrong one.", { max: 160 }),
	"closing.heading": line("Tell us what you are trying to say.", { max: 80 }),
	"closing.lead": text("A first call takes 30 to 45 minutes. Bring the problem; the words are our job.", { max: 200 }),
	"closing.button": line("Book a Strategy Call", { max: 30 }),
	"closing.second_button": line("Send a Message", { max: 30 }),
	"search.title": line("Communications and Public Relations", { max: 60 }),
});
