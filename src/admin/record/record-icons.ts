import {
	BriefcaseBusiness,
	CalendarDays,
	File,
	FileText,
	type LucideIcon,
	Mail,
	Mails,
	PenLine,
	UserRoundPlus,
} from "lucide-react";

/**
 * Icons by table. They are not part of the definitions, because commands on the server read those without the browser's
 * packages.
 */
const icons: Record<string, LucideIcon> = {
	bookings: CalendarDays,
	contact_inquiries: Mail,
	job_applications: UserRoundPlus,
	blog_posts: PenLine,
	invoices: FileText,
	jobs: BriefcaseBusiness,
	mails: Mails,
};

export const iconOf = (table: string): LucideIcon => icons[table] ?? File;
