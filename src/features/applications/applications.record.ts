import type { RecordDefinition } from "#lib/record.ts";
import { applicationStatusLabels, applicationStatusTones } from "./applications.schema.ts";
import type { Application } from "./applications.table.ts";

export const applicationRecord = {
	table: "job_applications",
	kind: "application",
	area: "hiring",
	label: "Application",
	noun: "application",
	path: (id: string) => `/admin/applications?id=${id}`,
	list: { label: "Applications", path: "/admin/applications", screen: "features/applications/applications-screen.tsx" },
	orderedBy: "applied_at",
	statuses: { labels: applicationStatusLabels, tones: applicationStatusTones, settled: ["accepted", "rejected"] },
	fields: {
		applicant_name: "Name",
		applicant_email: "Email",
		applicant_phone: "Phone",
		job_id: "Position",
		cover_letter: "Cover letter",
		status: "Status",
		applied_at: "Applied",
	},
	search: {
		in: ["applicant_name", "applicant_email"],
		phone: "applicant_phone",
		title: "applicant_name",
		detail: "applicant_email",
	},
	person: {
		email: "applicant_email",
		name: "applicant_name",
		phone: "applicant_phone",
		title: "job_id",
		plural: "applications",
		file: { column: "resume_url", bucket: "resumes", plural: "resumes" },
	},
	logged: { as: "applicant_name", without: ["updated_at", "form_key"] },
	live: { dated: true },
	mailed: true,
	counted: { all: "applications", waiting: { as: "pendingApplications", status: "pending" } },
	api: { path: "/api/applications", endpoints: ["list", "update", "statuses"] },
} as const satisfies RecordDefinition<Application>;
