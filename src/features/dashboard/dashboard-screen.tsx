import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { RefreshCw } from "lucide-react";
import { useSeesScreen } from "#admin/access/screen-access.ts";
import { countsQuery, derivedKey } from "#admin/live/desk-counts.ts";
import { LiveBadge } from "#admin/live/live-badge.tsx";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { QuarantineNotice } from "#features/quarantine/quarantine-notice.tsx";
import { firm } from "#lib/firm.ts";
import { counted } from "#lib/text/text.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { toast } from "#ui/toast.ts";
import { CallsToday } from "./calls-today.tsx";
import { MakeItYours } from "./make-it-yours.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { Panel, RecentActivity } from "./recent-activity.tsx";
import { StatCards, StatCardsSkeleton } from "./stat-cards.tsx";
import { oldestQuery, WaitingLongest } from "./waiting-longest.tsx";

export const meta = () => unlistedMeta("Dashboard");

const trendsQuery = queryOptions({
	queryKey: [...derivedKey, "trends"],
	queryFn: ({ signal }) => parseResponse(api.api.dashboard.trends.$get({}, { init: { signal } })),
});

export default function DashboardScreen() {
	const counts = useQuery(countsQuery);
	const trends = useQuery(trendsQuery);
	const refresh = useRefresh();
	const sees = useSeesScreen();
	return (
		<>
			<div className="flex flex-wrap items-center gap-2">
				<ScreenTitle>Dashboard</ScreenTitle>
				<LiveBadge />
				<DeskButton busy={refresh.isPending} onClick={() => refresh.mutate()} className="ml-auto" icon={RefreshCw}>
					{refresh.isPending ? "Refreshing..." : "Refresh"}
				</DeskButton>
				<p className="-mt-1 w-full text-muted-foreground">Here's what's happening with your business</p>
			</div>
			<div className="mt-4 grid gap-5">
				<QuarantineNotice />
				{sees("/admin/users") && <MakeItYours />}
				{counts.isError && !counts.isFetching && !counts.data && (
					<div className="-mb-3">
						<LoadFailure what="statistics" onRetry={() => void counts.refetch()} />
					</div>
				)}
				{counts.data && <StatCards counts={counts.data} trends={trends.data} />}
				{!counts.data && !counts.isError && <StatCardsSkeleton />}
				{sees("/admin/bookings") && <CallsToday />}
				<WaitingLongest />
				<QuickActions counts={counts.data} />
				<div className="grid gap-5 lg:grid-cols-2 lg:*:only:col-span-full">
					{(counts.data || !counts.isError || counts.isFetching) && <RecentActivity counts={counts.data} />}
					<QuickTips />
				</div>
			</div>
		</>
	);
}

/** Only a manual refresh reports a failure. Automatic ones stay quiet (specification 8). */
function useRefresh() {
	return useMutation({
		mutationFn: () =>
			// Requests new data even if a response is already on its way.
			Promise.all(
				[countsQuery, trendsQuery, oldestQuery].map(({ queryKey }) =>
					queryClient.refetchQueries({ queryKey }, { throwOnError: true }),
				),
			),
		onSuccess: () =>
			toast({
				title: "Dashboard Refreshed",
				description: "All statistics have been updated successfully.",
				tone: "success",
			}),
		meta: {
			failure: () => ({
				title: "Refresh Failed",
				description: "Failed to update dashboard statistics. Please try again.",
			}),
		},
	});
}

/** Each about the screen at an address. */
const tips = (minutes: number | null): [path: string, tip: string][] => [
	["/admin/applications", "Review applications within 24 hours, while candidates are still looking."],
	[
		"/admin/bookings",
		minutes === null
			? "During business hours, call back soon after a new booking, while the client still has time."
			: `During business hours, call back within ${counted(minutes, "minute")} of a new booking, as the site promises.`,
	],
	["/admin/blogs", "Publish a blog post now and then to give visitors something new to read."],
];

function QuickTips() {
	const sees = useSeesScreen();
	const shown = tips(firm().callMinutes).filter(([path]) => sees(path));
	if (shown.length === 0) return null;
	return (
		<Panel title="Quick Tips">
			<ul className="grid list-disc gap-2 pl-4 marker:text-vermilion">
				{shown.map(([, tip]) => (
					<li key={tip}>{tip}</li>
				))}
			</ul>
		</Panel>
	);
}
