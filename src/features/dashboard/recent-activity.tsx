import type { ReactNode } from "react";
import { Link } from "react-router";
import { Skeleton } from "#ui/skeleton.tsx";
import { type Counts, formatCount } from "./dashboard-counts.ts";

type Item = { count: keyof Counts; one: string; many: string; path: string };

const items: readonly Item[] = [
	{
		count: "pendingApplications",
		one: "application needs review",
		many: "applications need review",
		path: "/admin/applications?status=pending",
	},
	{
		count: "newBookings",
		one: "new booking request",
		many: "new booking requests",
		path: "/admin/bookings?status=new",
	},
	{
		count: "newContacts",
		one: "new contact inquiry",
		many: "new contact inquiries",
		path: "/admin/contacts?status=new",
	},
	{
		count: "publishedPosts",
		one: "published blog post live",
		many: "published blog posts live",
		path: "/admin/blogs?status=published",
	},
	{
		count: "scheduledPosts",
		one: "blog post scheduled",
		many: "blog posts scheduled",
		path: "/admin/blogs?status=published",
	},
];

/** What there is something of. */
export function RecentActivity({ counts }: { counts: Counts | undefined }) {
	const present = counts && items.filter(({ count }) => counts[count] > 0);
	return (
		<Panel title="Recent Activity">
			{!present && <Skeleton className="h-5 w-48" />}
			{present?.length === 0 && (
				<p className="text-muted-foreground">You're all caught up. New requests will appear here.</p>
			)}
			{present && present.length > 0 && (
				<ul className="divide-y divide-border">
					{present.map(({ count, one, many, path }) => (
						<li key={count} className="py-1 first:pt-0 last:pb-0">
							<Link
								to={path}
								className="inline-flex min-h-7 items-center gap-1.5 underline-offset-2 hover:underline max-md:min-h-11"
							>
								<span className="min-w-6 font-semibold tabular-nums">{formatCount(counts[count])}</span>
								{counts[count] === 1 ? one : many}
							</Link>
						</li>
					))}
				</ul>
			)}
			<Link
				to="/admin/activity"
				className="mt-1 inline-flex min-h-7 items-center text-muted-foreground underline underline-offset-2 max-md:min-h-11"
			>
				Who Changed What
			</Link>
		</Panel>
	);
}

export function Panel({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section aria-label={title} className="rounded-lg border border-border bg-card p-4">
			<h2 className="mb-2 font-semibold text-sm">{title}</h2>
			{children}
		</section>
	);
}
