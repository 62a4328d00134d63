import { WeekChart } from "#admin/record/week-chart.tsx";
import type { StatusTone } from "#lib/status.ts";
import { CountBadge } from "#ui/badge.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { type Counts, formatCount, type Trends } from "./dashboard-counts.ts";

type Stat = {
	label: string;
	total: keyof Trends;
	badge: { count: keyof Counts; word: string; tone: StatusTone; evenZero?: boolean };
};

const stats: readonly Stat[] = [
	{
		label: "Job Applications",
		total: "applications",
		badge: { count: "pendingApplications", word: "pending", tone: "yellow" },
	},
	{
		label: "Blog Posts",
		total: "posts",
		badge: { count: "publishedPosts", word: "published", tone: "green", evenZero: true },
	},
	{
		label: "Bookings",
		total: "bookings",
		badge: { count: "newBookings", word: "new", tone: "blue" },
	},
	{
		label: "Contact Inquiries",
		total: "contacts",
		badge: { count: "newContacts", word: "new", tone: "blue" },
	},
];

const stripClass = "grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-border bg-border xl:grid-cols-4";
const cardClass = "grid min-h-39.5 content-between gap-2 bg-card p-4 sm:min-h-31";

/** One strip with hairlines between its cards (brand: back office). */
export function StatCards({ counts, trends }: { counts: Counts; trends: Trends | undefined }) {
	return (
		<ul aria-label="Statistics" className={stripClass}>
			{stats.map(({ label, total, badge }) => {
				const waiting = counts[badge.count];
				return (
					<li key={label} className={cardClass}>
						<div className="flex flex-col gap-x-2 gap-y-1 max-sm:min-h-12 max-sm:items-start sm:min-h-5.5 sm:flex-row sm:flex-wrap sm:items-center">
							<h2 className="text-muted-foreground">{label}</h2>
							{(waiting > 0 || badge.evenZero) && (
								<CountBadge tone={badge.tone} className="sm:ml-auto">
									{formatCount(waiting)} {badge.word}
								</CountBadge>
							)}
						</div>
						<div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
							<p className="font-semibold text-3xl tabular-nums leading-none tracking-[-0.02em]">
								{formatCount(counts[total])}
							</p>
							{trends && <WeekChart values={trends[total]} format={formatCount} width={112} height={36} />}
						</div>
					</li>
				);
			})}
		</ul>
	);
}

export function StatCardsSkeleton() {
	return (
		<div role="status" className={stripClass}>
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
