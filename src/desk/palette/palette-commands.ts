import {
	BriefcaseBusiness,
	CalendarClock,
	CalendarDays,
	CalendarPlus,
	ChartColumn,
	Clock,
	FilePlus2,
	History,
	Keyboard,
	ListChecks,
	LogOut,
	type LucideIcon,
	MailPlus,
	Monitor,
	Moon,
	PanelsTopLeft,
	PenLine,
	Repeat,
	Settings,
	ShieldCheck,
	ShieldQuestionMark,
	Sun,
	UserRound,
	UserRoundX,
} from "lucide-react";
import { currentRowCommands } from "#admin/lists/row-commands.ts";
import { personPath, recentPeople } from "#admin/record/recent-people.ts";
import { iconOf } from "#admin/record/record-icons.ts";
import { showKeys } from "#desk/desk-keys.tsx";
import { sections } from "#desk/sections.ts";
import type { Theme } from "#desk/theme.tsx";
import { foldText } from "#lib/text/search-words.ts";
import { records } from "#records.ts";

export type Command = {
	label: string;
	icon: LucideIcon;
	/** Beside the label, more quietly. */
	detail?: string;
	/** Other words that people may search for. */
	keywords?: string | undefined;
	/** The key that does the same. */
	keys?: string;
	run: { path: string } | { theme: Theme } | "log-out" | (() => void);
};

const goTo = (label: string, icon: LucideIcon, path: string, keywords: string): Command => ({
	...{ label, icon, keywords },
	run: { path },
});

const isSection = (path: string) => sections.some((section) => section.path === path);

/** The commands that the palette offers before a search, in groups. */
type CommandGroup = { heading: string; commands: readonly Command[] };
export const commandGroups: readonly CommandGroup[] = [
	{
		heading: "Go To",
		commands: [
			...sections.map(({ label, icon, path }) => ({ label, icon, run: { path } })),
			...records.flatMap(({ table, list }) =>
				list && !isSection(list.path)
					? [{ label: list.label, icon: iconOf(table), keywords: list.keywords, run: { path: list.path } }]
					: [],
			),
			goTo("Calendar", CalendarDays, "/admin/bookings/calendar", "bookings calls week today block time"),
			goTo("Call Hours", Clock, "/admin/bookings/hours", "bookings calendar opening free times"),
			goTo("Website", PanelsTopLeft, "/admin/site", "site texts pages home services firm name phone hours edit words"),
			goTo("Submissions on Hold", ShieldQuestionMark, "/admin/quarantine", "spam suspicious quarantine held back"),
			goTo("Privacy", UserRoundX, "/admin/privacy", "gdpr export erase delete personal data"),
			goTo(
				"Settings",
				Settings,
				"/admin/settings",
				"profile name picture backup firm hours billing owner people invite colleague test email",
			),
			goTo(
				"Security",
				ShieldCheck,
				"/account/security",
				"password passkey authenticator second step recovery codes devices sessions account",
			),
			goTo("Busy Times", CalendarClock, "/account/busy-times", "private calendar ical ics secret address takes calls"),
			goTo("Report", ChartColumn, "/admin/report", "revenue statistics numbers months sources"),
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
			goTo("New Retainer", Repeat, "/admin/invoices/retainers/new", "add create recurring"),
			goTo("New Job", BriefcaseBusiness, "/admin/applications/jobs/new", "add create"),
		],
	},
	{
		heading: "Appearance and Account",
		commands: [
			{ label: "Light Theme", icon: Sun, keywords: "appearance", run: { theme: "light" } },
			{ label: "Dark Theme", icon: Moon, keywords: "appearance", run: { theme: "dark" } },
			{ label: "System Theme", icon: Monitor, keywords: "appearance", run: { theme: "system" } },
			{ label: "Keyboard Shortcuts", icon: Keyboard, keywords: "keys help", keys: "?", run: showKeys },
			{ label: "Log out", icon: LogOut, keywords: "sign out account", run: "log-out" },
		],
	},
];

/** What can be done with the chosen row, and the people whose records were opened last. */
export function momentaryGroups(): CommandGroup[] {
	const rows = currentRowCommands();
	const people = recentPeople.get();
	return [
		...(rows
			? [{ heading: rows.heading, commands: rows.commands.map((command) => ({ icon: ListChecks, ...command })) }]
			: []),
		{
			heading: "Recent People",
			commands: people.map(({ name, email }) => ({
				...{ label: name, icon: UserRound, keywords: email, detail: email },
				run: { path: personPath(email) },
			})),
		},
	];
}

/**
 * Filters the groups by the typed words. Each word must occur in the label or the keywords.
 * @param sees whether the screen at an address may be seen
 */
export function matchingGroups(
	typed: string,
	groups: readonly CommandGroup[] = commandGroups,
	sees: (path: string) => boolean = () => true,
): CommandGroup[] {
	const words = foldText(typed).split(/\s+/).filter(Boolean);
	const leads = ({ run }: Command) => typeof run !== "object" || !("path" in run) || sees(run.path);
	const fits = ({ label, keywords = "" }: Command) =>
		words.every((word) => foldText(`${label} ${keywords}`).includes(word));
	return groups
		.map(({ heading, commands }) => ({
			heading,
			commands: commands.filter((command) => leads(command) && fits(command)),
		}))
		.filter(({ commands }) => commands.length > 0);
}
