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

type Section = { label: string; path: string; icon: LucideIcon };

/** The sidebar's sections, exactly these and in this order (specification 2: admin guard and layout). */
export const sections: readonly Section[] = [
	{ label: "Dashboard", path: "/admin", icon: LayoutDashboard },
	{ label: "Invoices", path: "/admin/invoices", icon: FileText },
	{ label: "Contacts", path: "/admin/contacts", icon: Mail },
	{ label: "Bookings", path: "/admin/bookings", icon: CalendarDays },
	{ label: "Applications", path: "/admin/applications", icon: UserRoundPlus },
	{ label: "Blog Posts", path: "/admin/blogs", icon: BookOpen },
	{ label: "Users", path: "/admin/users", icon: Users },
];

/** The section that a path belongs to; the dashboard's path begins every other one, so it has to match whole. */
export function currentSection(pathname: string): Section | undefined {
	const path = pathname.replace(/\/+$/, "");
	return sections.find((section) =>
		section.path === "/admin" ? path === section.path : `${path}/`.startsWith(`${section.path}/`),
	);
}
