import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ShieldQuestionMark } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useSeesScreen } from "#admin/access/screen-access.ts";
import { countsQuery, useLiveDerived } from "#admin/live/desk-counts.ts";
import { useNow } from "#admin/record/now.ts";
import { quarantineCountsQuery } from "#features/quarantine/quarantine-notice.tsx";
import { countWaiting, type FormName, hasWaitedTooLong } from "#features/quarantine/waiting-forms.ts";
import type { StatusTone } from "#lib/status.ts";
import { CountBadge } from "#ui/badge.tsx";
import { Pilcrow } from "#ui/logo.tsx";
import { currentSection, sections } from "./sections.ts";

export const sidebarTitle = "Admin Panel";

export function Sidebar() {
	useLiveDerived();
	return (
		<div className="hidden border-border border-r bg-sidebar px-2.5 py-3 lg:block">
			<div className="sticky top-3">
				<p className="flex items-center gap-2 px-2.5 pt-1.5 pb-3 font-semibold text-sm">
					<Pilcrow className="h-3.5 text-vermilion" />
					{sidebarTitle}
				</p>
				<SectionLinks />
			</div>
		</div>
	);
}

/** The seven sections, or those of someone's areas, for the sidebar and for the drawer that replaces it on small screens. */
export function SectionLinks({ onNavigate }: { onNavigate?: () => void }) {
	const current = currentSection(useLocation().pathname);
	const { data: counts } = useQuery(countsQuery);
	const sees = useSeesScreen();
	return (
		<nav aria-label={sidebarTitle}>
			<ul className="grid gap-px">
				{sections
					.filter(({ path }) => sees(path))
					.map((section) => (
						<li key={section.path} className="relative">
							<Link
								to={section.path}
								onClick={onNavigate}
								aria-current={section === current ? "page" : undefined}
								className={clsx(
									"flex h-11 items-center gap-2.5 pr-2.5 font-medium text-muted-foreground no-underline transition-colors duration-160 lg:h-8",
									section === current
										? "rounded-bowl bg-sidebar-active pl-3.5 text-sidebar-active-foreground"
										: "rounded-sm pl-2.5 hover:bg-foreground/6 hover:text-foreground",
								)}
							>
								<section.icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
								{section.label}
							</Link>
							<span className="pointer-events-none absolute inset-y-0 right-2 flex items-center gap-1">
								{section.quarantined && <QuarantineCount form={section.quarantined} />}
								{section.waiting && (
									<Link
										to={`${section.path}?status=${section.waiting.status}`}
										onClick={onNavigate}
										className="pointer-events-auto grid min-h-6 min-w-6 place-items-center no-underline empty:hidden max-lg:min-h-11"
									>
										<Waiting count={counts?.[section.waiting.count] ?? 0} word={section.waiting.status} tone="blue" />
									</Link>
								)}
							</span>
						</li>
					))}
			</ul>
		</nav>
	);
}

/** The number of waiting records, at the right end of the section's link. */
function Waiting({ count, word, tone, mark }: { count: number; word: string; tone: StatusTone; mark?: ReactNode }) {
	if (count === 0) return null;
	return (
		<CountBadge tone={tone} className="h-5! gap-0.5">
			{mark}
			{count.toLocaleString("en-US")}
			<span className="sr-only"> {word}</span>
		</CountBadge>
	);
}

/** The number of submissions on hold for a section. It is red once one has waited for a day. */
function QuarantineCount({ form }: { form: FormName }) {
	const { data } = useQuery(quarantineCountsQuery);
	const now = useNow();
	const { waiting, oldest } = countWaiting(data, form);
	const urgent = oldest !== null && hasWaitedTooLong(oldest, now);
	return (
		<Waiting
			count={waiting}
			word={urgent ? "on hold, urgent" : "on hold"}
			tone={urgent ? "red" : "yellow"}
			mark={<ShieldQuestionMark aria-hidden className="size-3" strokeWidth={2} />}
		/>
	);
}
