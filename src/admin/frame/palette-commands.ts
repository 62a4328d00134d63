import {
	BriefcaseBusiness,
	CalendarPlus,
	FilePlus2,
	History,
	LogOut,
	type LucideIcon,
	MailPlus,
	Mails,
	Monitor,
	Moon,
	PenLine,
	ShieldQuestionMark,
	Sun,
	UserRoundX,
} from "lucide-react";
import { sections } from "./sections.ts";
import type { Theme } from "./theme.tsx";

export type Command = {
	label: string;
	icon: LucideIcon;
	/** Other words by which somebody may look for it. */
	keywords?: string;
	run: { path: string } | { theme: Theme } | "log-out";
};

/** What the palette offers before anything is found, in groups. */
export const commandGroups: readonly { heading: string; commands: readonly Command[] }[] = [
	{
		heading: "Go to",
		commands: [
			...sections.map(({ label, icon, path }) => ({ label, icon, run: { path } })),
			{
				label: "Jobs",
				icon: BriefcaseBusiness,
				keywords: "careers positions",
				run: { path: "/admin/applications/jobs" },
			},
			{ label: "Email", icon: Mails, keywords: "mail outbox sent messages", run: { path: "/admin/mail" } },
			{
				label: "Quarantine",
				icon: ShieldQuestionMark,
				keywords: "spam suspicious held back on hold",
				run: { path: "/admin/quarantine" },
			},
			{
				label: "Privacy",
				icon: UserRoundX,
				keywords: "gdpr export erase delete personal data",
				run: { path: "/admin/privacy" },
			},
			{ label: "Activity", icon: History, keywords: "log changes who when", run: { path: "/admin/activity" } },
		],
	},
	{
		heading: "Create",
		commands: [
			{ label: "New Booking", icon: CalendarPlus, keywords: "add create", run: { path: "/admin/bookings?new" } },
			{ label: "New Contact", icon: MailPlus, keywords: "add create inquiry", run: { path: "/admin/contacts?new" } },
			{ label: "New Post", icon: PenLine, keywords: "add create blog write", run: { path: "/admin/blogs/new" } },
			{ label: "New Invoice", icon: FilePlus2, keywords: "add create bill", run: { path: "/admin/invoices/new" } },
			{
				label: "New Job",
				icon: BriefcaseBusiness,
				keywords: "add create",
				run: { path: "/admin/applications/jobs/new" },
			},
		],
	},
	{
		heading: "Appearance and account",
		commands: [
			{ label: "Light theme", icon: Sun, keywords: "appearance", run: { theme: "light" } },
			{ label: "Dark theme", icon: Moon, keywords: "appearance", run: { theme: "dark" } },
			{ label: "System theme", icon: Monitor, keywords: "appearance", run: { theme: "system" } },
			{ label: "Log out", icon: LogOut, keywords: "sign out account", run: "log-out" },
		],
	},
];

/** The groups narrowed to what fits: every word that was typed occurs in the label or the keywords. */
export function matchingGroups(typed: string): typeof commandGroups {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
	const fits = ({ label, keywords = "" }: Command) =>
		words.every((word) => `${label} ${keywords}`.toLowerCase().includes(word));
	return commandGroups
		.map(({ heading, commands }) => ({ heading, commands: commands.filter(fits) }))
		.filter(({ commands }) => commands.length > 0);
}
