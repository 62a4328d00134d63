import { clsx } from "clsx";
import { Link } from "react-router";
import { waitingIn } from "#admin/live/desk-counts.ts";
import { WeekChart } from "#admin/record/week-chart.tsx";
import type { StatusTone } from "#lib/status.ts";
import { CountBadge } from "#ui/badge.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { type Counts, formatCount, type Trends } from "./dashboard-counts.ts";

type Stat = {
	label: string;
	path: string;
	total: keyof Trends;
	badge: { count: keyof Counts; status: string; tone: StatusTone; evenZero?: boolean };
};

const stats: readonly Stat[] = [
	{ label: "Job Applications", path: "/admin/applications", total: "applications", badge: waitingIn.applications },
	{
		label: "Blog Posts",
		path: "/admin/blogs",
		total: "posts",
		badge: { count: "publishedPosts", status: "published", tone: "green", evenZero: true },
	},
	{ label: "Bookings", path: "/admin/bookings", total: "bookings", badge: waitingIn.bookings },
	{ label: "Contact Inquiries", path: "/admin/contacts", total: "contacts", badge: waitingIn.contacts },
];

/** Without a gap at its end: someone may see fewer than four. */
const stripClass = (cards: number) =>
	clsx(
		"grid gap-px overflow-hidden rounded-lg border border-border bg-border",
		cards > 1 && "grid-cols-2",
		cards > 2 && "xl:grid-cols-4",
	);
const numberLink = "inline-flex min-h-6 min-w-6 items-center no-underline underline-offset-2 hover:underline";
const cardClass = "grid min-h-43.5 content-between gap-2 bg-card p-4 sm:min-h-31";

/** One strip with hairlines between its cards (brand: back office). */
export function StatCards({ counts, trends }: { counts: Counts; trends: Trends | undefined }) {
	const shown = stats.filter(({ total }) => counts[total] !== undefined);
	if (shown.length === 0) return null;
	return (
		<ul aria-label="Statistics" className={stripClass(shown.length)}>
			{shown.map(({ label, path, total, badge }) => {
				const [all = 0, waiting = 0] = [counts[total], counts[badge.count]];
				return (
					<li key={label} className={cardClass}>
						<div className="flex flex-col gap-x-2 gap-y-1 max-sm:min-h-12 max-sm:items-start sm:min-h-5.5 sm:flex-row sm:flex-wrap sm:items-center">
							<h2 className="text-muted-foreground">{label}</h2>
							{(waiting > 0 || badge.evenZero) && (
								<Link to={`${path}?status=${badge.status}`} className={clsx(numberLink, "sm:ml-auto")}>
									<CountBadge tone={badge.tone}>
										{formatCount(waiting)} {badge.status}
									</CountBadge>
								</Link>
							)}
						</div>
						<div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
							<p className="font-semibold text-3xl tabular-nums leading-none tracking-[-0.02em]">
								<Link to={path} aria-label={`${label}: ${formatCount(all)}`} className={numberLink}>
									{formatCount(all)}
								</Link>
							</p>
							{trends?.[total] && (
								<span className="grid">
									<WeekChart values={trends[total]} format={formatCount} width={112} height={36} />
									<span aria-hidden className="text-right text-muted-foreground text-xs leading-4">
										{trends[total].length} weeks
									</span>
								</span>
							)}
						</div>
					</li>
				);
			})}
		</ul>
	);
}

export function StatCardsSkeleton() {
	return (
		<div role="status" className={stripClass(stats.length)}>
			<span className="sr-only">Loading</span>
			{stats.map(({ label }) => (
				<div key={label} data-skeleton="card" className={cardClass}>
					<Skeleton className="h-3.5 w-28" />
					<Skeleton className="h-7 w-20" />
				</div>
			))}
		</div>
	);
}
