import type { Deps } from "#platform/deps.server.ts";
import type { JobInput } from "./jobs.schema.ts";
import { createJob } from "./jobs.server.ts";

const demoJobs: readonly JobInput[] = [
	{
		title: "Junior Graphic Designer",
		location: "New York, three days a week",
		type: "Part-time",
		description:
			"You set menus, signs and the odd annual report, beside somebody who has set a few hundred and still looks forward to the next.\n\nYou learn why a margin is worth fighting for, and how to fight politely.",
		requirements: [
			"A portfolio with one piece that you would do differently today",
			"You can say why that line is in that size",
			"Sure with the usual programs, curious about print",
		],
		is_active: true,
	},
	{
		title: "Summer Intern, Press Office",
		location: "New York, on site",
		type: "Internship",
		description: "You read eleven papers before nine, and tell us what is in them before ten.",
		requirements: ["You read fast and remember where", "Free from June to August"],
		is_active: false,
	},
];

/** Beside the starter jobs: one more that is open, one that is closed. */
export async function insertDemoJobs({ db }: Pick<Deps, "db">): Promise<void> {
	for (const job of demoJobs) await createJob(db, job);
}
