import {
	BriefcaseBusiness,
	CalendarDays,
	FileText,
	type LucideIcon,
	Mail,
	MailPlus,
	Mails,
	PenLine,
	ShieldQuestionMark,
	UserRound,
	UserRoundPlus,
	UserRoundX,
} from "lucide-react";

export type RecordKind = "booking" | "contact" | "application" | "post" | "invoice";

/** Tables whose records show who changed them. */
export type LoggedTable = "bookings" | "contact_inquiries" | "job_applications" | "invoices" | "blog_posts" | "jobs";

type KindOfRecord = { label: string; icon: LucideIcon; path(id: string): string };

/** What the records of each subject are called, and where one of them is shown. */
export const recordKinds: Record<RecordKind, KindOfRecord> = {
	booking: { label: "Booking", icon: CalendarDays, path: (id) => `/admin/bookings?id=${id}` },
	contact: { label: "Contact", icon: Mail, path: (id) => `/admin/contacts?id=${id}` },
	application: { label: "Application", icon: UserRoundPlus, path: (id) => `/admin/applications?id=${id}` },
	post: { label: "Blog post", icon: PenLine, path: (id) => `/admin/blogs/edit/${id}` },
	invoice: { label: "Invoice", icon: FileText, path: (id) => `/admin/invoices/${id}` },
};

/** By database table, as the activity log names them. */
export const recordTables: Record<string, KindOfRecord> = {
	bookings: recordKinds.booking,
	contact_inquiries: recordKinds.contact,
	job_applications: recordKinds.application,
	blog_posts: recordKinds.post,
	invoices: recordKinds.invoice,
	jobs: { label: "Job", icon: BriefcaseBusiness, path: (id) => `/admin/applications/jobs/${id}` },
	profiles: { label: "User", icon: UserRound, path: () => "/admin/users" },
	invitations: { label: "Invitation", icon: MailPlus, path: () => "/admin/users" },
	people: { label: "Erased person", icon: UserRoundX, path: () => "/admin/privacy" },
	mails: { label: "Email", icon: Mails, path: (id) => `/admin/mail?id=${id}` },
	quarantine: { label: "Submission on hold", icon: ShieldQuestionMark, path: () => "/admin/quarantine" },
};
