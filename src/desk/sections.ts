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
import { waitingIn } from "#admin/live/desk-counts.ts";
import type { FormName } from "#features/quarantine/waiting-forms.ts";

type Section = {
	label: string;
	path: string;
	icon: LucideIcon;
	waiting?: (typeof waitingIn)[keyof typeof waitingIn];
	/** The kind of submission on hold that moves to this section when it is released. */
	quarantined?: FormName;
};

/** The sidebar's sections, exactly these and in this order (specification 2: admin guard and layout). */
export const sections: readonly Section[] = [
	{ label: "Dashboard", path: "/admin", icon: LayoutDashboard },
	{ label: "Invoices", path: "/admin/invoices", icon: FileText },
	{ label: "Contacts", path: "/admin/contacts", icon: Mail, waiting: waitingIn.contacts, quarantined: "contact" },
	{
		label: "Bookings",
		path: "/admin/bookings",
		icon: CalendarDays,
		waiting: waitingIn.bookings,
		quarantined: "booking",
	},
	{
		label: "Applications",
		path: "/admin/applications",
		icon: UserRoundPlus,
		waiting: waitingIn.applications,
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
