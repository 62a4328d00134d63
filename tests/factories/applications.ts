import { type Application, applicationsTable } from "#features/applications/applications.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { buildPdf } from "./resumes.ts";

type NewApplication = typeof applicationsTable.$inferInsert;

export function buildApplication(overrides: Partial<NewApplication> = {}): NewApplication {
	return {
		job_id: "press-officer",
		applicant_name: "Ada Byron",
		applicant_email: "ada@example.com",
		applicant_phone: "(555) 010-0142",
		cover_letter: "I write short sentences.",
		...overrides,
	};
}

export async function insertApplication(db: Database, overrides: Partial<NewApplication> = {}): Promise<Application> {
	const [row] = await db.insert(applicationsTable).values(buildApplication(overrides)).returning();
	if (!row) throw new Error("the insert returned no row");
	return row;
}

/** The form of the careers pages as a browser sends it; a field that is undefined is left out. */
export function buildApplicationForm(overrides: Record<string, string | File | undefined> = {}): FormData {
	const form = new FormData();
	const fields = {
		job_id: "press-officer",
		firstName: "Ada",
		lastName: "Byron",
		email: "ada@example.com",
		phone: "",
		coverLetter: "",
		resume: new File([buildPdf("Ada Byron")], "resume.pdf", { type: "application/pdf" }),
		...overrides,
	};
	for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
	return form;
}
