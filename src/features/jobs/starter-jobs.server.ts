import type { Deps } from "#platform/deps.server.ts";
import type { JobInput } from "./jobs.schema.ts";
import { createJob } from "./jobs.server.ts";

const newYork = { locality: "New York", region: "NY", country: "US" };

/** Open positions of a new site, the oldest first. */
export const starterJobs: JobInput[] = [
	{
		title: "Contact Center Lead",
		location: "Remote",
		remote: true,
		country: "US",
		type: "Full-time",
		description:
			"Somebody calls a client of ours at two in the morning. You make sure that a person picks up, knows the name of the firm, and writes down what matters.\n\nYou plan the shifts, listen in, and turn what callers keep asking into one page that everybody on the line can use.",
		requirements: [
			"Two years of leading people who answer phones, or of being the one they ask",
			"A shift plan of yours that held through a holiday week",
			"Calm with the caller, clear with the client",
			"Comfortable with reports, and with saying what they leave out",
		],
		is_active: true,
	},
	{
		title: "Photographer and Videographer",
		location: "New York, on site",
		...newYork,
		type: "Contract",
		description:
			"One day it is 40 portraits before lunch, the next a single bottle for six hours. You bring the eye and the patience; the studio, the lights and the coffee are here.\n\nYou shoot, you cut, and you hand over files that a designer can use without calling you.",
		requirements: [
			"A portfolio with people in it, and one with things in it",
			"Sure with light that you did not choose",
			"Editing of stills and of video, from first cut to delivery",
		],
		is_active: true,
	},
	{
		title: "Public Relations Writer",
		location: "New York or remote",
		...newYork,
		type: "Full-time",
		description:
			"You find the part of a client's story that is news, and write it so that an editor reads past the first line. Releases, briefings, speeches, and now and then one good sentence for a bad week.\n\nYou work beside the person who makes the calls, so you learn the same day what worked.",
		requirements: [
			"Three years of writing for a newsroom, an agency or a press office",
			"Five pieces that you would sign again",
			"You cut your own copy before anybody asks",
			"Numbers do not scare you, adjectives do",
		],
		is_active: true,
	},
];

/** Opens the starter jobs. For an empty database. */
export async function insertStarterJobs({ db }: Pick<Deps, "db">): Promise<void> {
	for (const job of starterJobs) await createJob(db, job);
}
