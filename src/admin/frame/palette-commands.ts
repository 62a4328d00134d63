import {
	BriefcaseBusiness,
	CalendarPlus,
	FilePlus2,
	History,
	LogOut,
	type LucideIcon,
	MailPlus,
	Monitor,
	Moon,
	PenLine,
	ShieldQuestionMark,
	Sun,
	UserRoundX,
} from "lucide-react";
import { iconOf } from "#admin/record/record-icons.ts";
import { records } from "#records.ts";
import { sections } from "./sections.ts";
import type { Theme } from "./theme.tsx";

export type Command = {
	label: string;
	icon: LucideIcon;
	/** Other words that people may search for. */
	keywords?: string | undefined;
	run: { path: string } | { theme: Theme } | "log-out";
};

const goTo = (label: string, icon: LucideIcon, path: string, keywords: string): Command => ({
	...{ label, icon, keywords },
	run: { path },
});

const isSection = (path: string) => sections.some((section) => section.path === path);

/** The commands that the palette offers before a search, in groups. */
export const commandGroups: readonly { heading: string; commands: readonly Command[] }[] = [
	{
		heading: "Go to",
		commands: [
			...sections.map(({ label, icon, path }) => ({ label, icon, run: { path } })),
			...records.flatMap(({ table, list }) =>
				list && !isSection(list.path)
					? [{ label: list.label, icon: iconOf(table), keywords: list.keywords, run: { path: list.path } }]
					: [],
			),
			goTo("Submissions on Hold", ShieldQuestionMark, "/admin/quarantine", "spam suspicious quarantine held back"),
			goTo("Privacy", UserRoundX, "/admin/privacy", "gdpr export erase delete personal data"),
			goTo("Activity", History, "/admin/activity", "log changes who when"),
		],
	},
	{
		heading: "Create",
		commands: [
			goTo("Add Booking", CalendarPlus, "/admin/bookings?new", "new create"),
			goTo("Add Contact", MailPlus, "/admin/contacts?new", "new create inquiry"),
			goTo("New Post", PenLine, "/admin/blogs/new", "add create blog write"),
			goTo("New Invoice", FilePlus2, "/admin/invoices/new", "add create bill"),
			goTo("New Job", BriefcaseBusiness, "/admin/applications/jobs/new", "add create"),
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

/** Filters the groups by the typed words. Each word must occur in the label or the keywords. */
export function matchingGroups(typed: string): typeof commandGroups {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
	const fits = ({ label, keywords = "" }: Command) =>
		words.every((word) => `${label} ${keywords}`.toLowerCase().includes(word));
	return commandGroups
		.map(({ heading, commands }) => ({ heading, commands: commands.filter(fits) }))
		.filter(({ commands }) => commands.length > 0);
}
