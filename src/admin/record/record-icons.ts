import {
	BriefcaseBusiness,
	CalendarDays,
	File,
	FileText,
	type LucideIcon,
	Mail,
	Mails,
	PenLine,
	Repeat,
	UserRoundPlus,
} from "lucide-react";

/** Icons by table. Not in the definitions, which commands on the server read without the browser's packages. */
const icons: Record<string, LucideIcon> = {
	bookings: CalendarDays,
	contact_inquiries: Mail,
	job_applications: UserRoundPlus,
	blog_posts: PenLine,
	invoices: FileText,
	retainers: Repeat,
	jobs: BriefcaseBusiness,
	mails: Mails,
};

export const iconOf = (table: string): LucideIcon => icons[table] ?? File;
