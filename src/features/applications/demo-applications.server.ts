import { demoAges, demoPerson } from "#lib/demo-cast.ts";
import { textPdf } from "#lib/text-pdf.ts";
import type { Deps } from "#platform/deps.server.ts";
import type { ApplicationStatus } from "./applications.schema.ts";
import { applicationsTable } from "./applications.table.ts";
import { generalApplication } from "./general-application.ts";
import { resumeFileName } from "./resume.server.ts";

type DemoApplication = {
	job: string;
	status: ApplicationStatus;
	letter: string | null;
	/** Lines of the resume below the name. */
	resume: readonly string[];
	notes?: string;
};

const writer = "public-relations-writer";
const photographer = "photographer-and-videographer";
const lead = "contact-center-lead";
const designer = "junior-graphic-designer";

/** Newest first; the jobs are those of the demo. */
const applications: readonly DemoApplication[] = [
	{
		job: designer,
		status: "pending",
		letter: "I attach the menu that I would do differently. It is the one with the fish.",
		resume: ["2024-2026  Assistant, Mill Lane Print", "2022-2024  Diploma in graphic design, Hudson College"],
	},
	{
		job: writer,
		status: "pending",
		letter: "I wrote obituaries for six years. Nobody has ever read a first line as carefully as a family.",
		resume: ["2019-2026  Obituaries and features, Hudson Courier", "2015-2019  Freelance reporter"],
	},
	{
		job: photographer,
		status: "pending",
		letter: null,
		resume: ["2021-2026  Product photographer, Nordlicht Lamps", "Own lights, own van"],
	},
	{
		job: lead,
		status: "reviewing",
		letter: "I ran the night line of a vet for four years. Everything after that is quiet.",
		resume: ["2021-2025  Night line, Fitzgerald Veterinary", "2018-2021  Front desk, Riverside Hotel"],
		notes: "References are excellent. Ask about weekends.",
	},
	{
		job: generalApplication,
		status: "pending",
		letter: "You do not look for a translator. You should: a third of your city reads Spanish first.",
		resume: ["Translator, Spanish and English, since 2012", "Court interpreter, certified"],
	},
	{
		job: writer,
		status: "interviewed",
		letter: "Five pieces enclosed. I would still sign four of them.",
		resume: ["2020-2026  Press office, Hudson Hospitals", "2017-2020  Speechwriter, city council"],
		notes: "Second talk on Thursday. The fourth piece is the best.",
	},
	{
		job: photographer,
		status: "reviewing",
		letter: "People forget the camera after about ten minutes with me. It is the only trick I have.",
		resume: ["2018-2026  Wedding and portrait photographer", "2016-2018  Assistant, Studio Ekdahl"],
	},
	{
		job: designer,
		status: "interviewed",
		letter: "My margins have been called stubborn. I took it as praise.",
		resume: ["2023-2026  Layout, Paper Crane Press", "2019-2023  BA in typography"],
	},
	{
		job: lead,
		status: "accepted",
		letter: "Here is the shift plan of the week in which it snowed. Nobody worked twice.",
		resume: ["2016-2026  Dispatcher, Adeyemi Freight", "Plans shifts for 40 people"],
		notes: "Starts on the first. Badge and headset ordered.",
	},
	{
		job: writer,
		status: "rejected",
		letter: "I am passionate about synergies.",
		resume: ["2022-2026  Evangelist, several startups"],
		notes: "Friendly letter sent.",
	},
	{ job: generalApplication, status: "rejected", letter: null, resume: ["Please see my website"] },
	{
		job: photographer,
		status: "rejected",
		letter: "I only shoot film, and only in the rain.",
		resume: ["2009-2026  Independent artist"],
		notes: "Lovely pictures, wrong job. Keep for the calendar.",
	},
	{
		job: designer,
		status: "reviewing",
		letter: "I taught myself on the church bulletin. It went from four pages to one, and people read it.",
		resume: ["2020-2026  Volunteer editor, parish bulletin", "2017-2026  Bookkeeper"],
	},
	{
		job: lead,
		status: "rejected",
		letter: "I can start at once and prefer not to talk on the phone.",
		resume: ["2024-2026  Data entry"],
	},
];

/** A month of applications, each with its resume. For an empty database that has the demo's jobs. */
export async function insertDemoApplications({ db, storage, clock }: Pick<Deps, "db" | "storage" | "clock">) {
	const now = clock().getTime();
	const ages = demoAges(applications.length, 28, 3);
	for (const [index, { job, status, letter, resume, notes }] of applications.entries()) {
		const { name, phone } = demoPerson(49 - index);
		const [firstName = name, ...more] = name.split(" ");
		const email = `${firstName}.${more.join("")}`.toLowerCase().replaceAll(/[^a-z.]/g, "");
		const applied = new Date(now - (ages[index] ?? 0));
		const fileName = resumeFileName(applied, { firstName, lastName: more.join(" ") }, "pdf");
		await storage.put(
			"resumes",
			fileName,
			new Blob([textPdf([name, ...resume, "", `${email}@mail.example  ${phone}`])]),
		);
		await db.insert(applicationsTable).values({
			job_id: job,
			applicant_name: name,
			applicant_email: `${email}@mail.example`,
			applicant_phone: index % 4 === 2 ? null : phone,
			resume_url: fileName,
			cover_letter: letter,
			status,
			notes: notes ?? null,
			applied_at: applied,
			updated_at: status === "pending" ? applied : new Date((applied.getTime() + now) / 2),
		});
	}
}
