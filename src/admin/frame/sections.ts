import {
	BookOpen,
	CalendarDays,
	FileText,
	LayoutDashboard,
	type LucideIcon,
	Mail,
	UserRoundPlus,
	Users,
} from "lucide-react";
import type { FormName } from "#features/quarantine/waiting-forms.ts";

type Section = {
	label: string;
	path: string;
	icon: LucideIcon;
	/** Which of the dashboard's numbers waits in this section, and its label. */
	waiting?: { count: "newContacts" | "newBookings" | "pendingApplications"; word: string; status: string };
	/** The kind of submission on hold that moves to this section when it is released. */
	quarantined?: FormName;
};

/** The sidebar's sections, exactly these and in this order (specification 2: admin guard and layout). */
export const sections: readonly Section[] = [
	{ label: "Dashboard", path: "/admin", icon: LayoutDashboard },
	{ label: "Invoices", path: "/admin/invoices", icon: FileText },
	{
		label: "Contacts",
		path: "/admin/contacts",
		icon: Mail,
		waiting: { count: "newContacts", word: "new", status: "new" },
		quarantined: "contact",
	},
	{
		label: "Bookings",
		path: "/admin/bookings",
		icon: CalendarDays,
		waiting: { count: "newBookings", word: "new", status: "new" },
		quarantined: "booking",
	},
	{
		label: "Applications",
		path: "/admin/applications",
		icon: UserRoundPlus,
		waiting: { count: "pendingApplications", word: "pending", status: "pending" },
		quarantined: "application",
	},
	{ label: "Blog Posts", path: "/admin/blogs", icon: BookOpen },
	{ label: "Users", path: "/admin/users", icon: Users },
];

/** The section of a path. Every path starts with the dashboard's, so that one must match exactly. */
export function currentSection(pathname: string): Section | undefined {
	const path = pathname.replace(/(?<!\/)\/+$/, "");
	return sections.find((section) =>
		section.path === "/admin" ? path === section.path : `${path}/`.startsWith(`${section.path}/`),
	);
}
