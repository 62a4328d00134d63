import { definePage, line, text } from "./fields.ts";

export const careers = definePage("Careers", "/careers", {
	heading: line("Work on the sentence people remember.", { max: 80 }),
	lead: text(
		"We write, shoot, design, and answer the phone for companies with something to say. Come help them say it.",
		{
			max: 250,
		},
	),
	none: line("No current job openings available.", { max: 100, label: "When No Job Is Open" }),
	"general.heading": line("Nothing here with your name on it?", { max: 80 }),
	"general.lead": text("Send us your resume anyway. Say what you do best, and what you would do with it here.", {
		max: 250,
	}),
	"search.title": line("Careers", { max: 60 }),
	"search.description": text("Open positions at {name}. Apply online, or send us your resume.", { max: 200 }),
});
