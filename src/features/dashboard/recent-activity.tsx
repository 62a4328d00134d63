import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSeesScreen } from "#admin/access/screen-access.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { type Counts, formatCount } from "./dashboard-counts.ts";

/** The number, what it counts where there is one and where there are more, and where that is listed. */
const items: readonly [count: keyof Counts, one: string, many: string, path: string][] = [
	["pendingApplications", "application needs review", "applications need review", "/admin/applications?status=pending"],
	["newBookings", "new booking request", "new booking requests", "/admin/bookings?status=new"],
	["newContacts", "new contact inquiry", "new contact inquiries", "/admin/contacts?status=new"],
	["publishedPosts", "published blog post live", "published blog posts live", "/admin/blogs?status=published"],
	["scheduledPosts", "blog post scheduled", "blog posts scheduled", "/admin/blogs?status=published"],
];

/** What there is something of. */
export function RecentActivity({ counts }: { counts: Counts | undefined }) {
	const sees = useSeesScreen();
	const present =
		counts && items.flatMap(([count, ...item]) => (counts[count] ? [[counts[count], ...item] as const] : []));
	// Someone who may see none of these would wait for requests that never appear.
	if (!items.some(([, , , path]) => sees(path))) return null;
	return (
		<Panel title="Recent Activity">
			{!present && <Skeleton className="h-5 w-48" />}
			{present?.length === 0 && (
				<p className="text-muted-foreground">You're all caught up. New requests will appear here.</p>
			)}
			{present && present.length > 0 && (
				<ul className="divide-y divide-border">
					{present.map(([count, one, many, path]) => (
						<li key={one} className="py-1 first:pt-0 last:pb-0">
							<Link
								to={path}
								className="inline-flex min-h-7 items-center gap-1.5 underline-offset-2 hover:underline max-md:min-h-11"
							>
								<span className="min-w-6 font-semibold tabular-nums">{formatCount(count)}</span>
								{count === 1 ? one : many}
							</Link>
						</li>
					))}
				</ul>
			)}
			{sees("/admin/activity") && (
				<Link
					to="/admin/activity"
					className="mt-1 inline-flex min-h-7 items-center text-muted-foreground underline underline-offset-2 max-md:min-h-11"
				>
					Who Changed What
				</Link>
			)}
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
