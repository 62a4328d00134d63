import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#admin/table/empty-state.tsx";
import { ExportButton } from "#admin/table/export-button.tsx";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { CountBadge } from "#ui/badge.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { QuarantineCard } from "./quarantine-card.tsx";
import { quarantineCsv } from "./quarantine-csv.ts";
import { quarantineQuery } from "./quarantine-query.ts";

export const meta = () => unlistedMeta("Submissions on Hold");

export default function QuarantineScreen() {
	const { data: rows, isError, isFetching, refetch } = useQuery(quarantineQuery);
	return (
		<>
			<div className="mb-3.5 flex flex-wrap items-center gap-2">
				<ScreenTitle className="md:leading-8.5">Submissions on Hold</ScreenTitle>
				{rows && <CountBadge>{rows.length}</CountBadge>}
				<div className="ml-auto">
					<ExportButton rows={rows} {...quarantineCsv} />
				</div>
				<p className="w-full text-muted-foreground md:-mt-1">
					Submissions and emails that look like spam wait here. People who use a form see the usual thank-you message.
					People who send an email get no reply. When you release a submission or an email, it's added to the right
					list, and the sender gets a confirmation email. Each one stays here until you release or delete it, or until
					your retention setting removes it. Attached files are kept for 30 days.
				</p>
			</div>
			{isError && !isFetching && <LoadFailure onRetry={() => void refetch()} />}
			{!rows && !isError && <Loading />}
			{rows?.length === 0 && (
				<EmptyState
					title="Nothing on hold"
					hint="Inquiries, bookings, applications, and emails that look like spam will appear here"
				/>
			)}
			{rows && rows.length > 0 && (
				<ul
					aria-label="Submissions on hold"
					className="grid max-w-4xl gap-3 2xl:max-w-none 2xl:grid-cols-2 2xl:items-start"
				>
					{rows.map((row) => (
						<QuarantineCard key={row.id} row={row} />
					))}
				</ul>
			)}
		</>
	);
}

function Loading() {
	return (
		<div role="status" className="grid max-w-4xl gap-3 2xl:max-w-none 2xl:grid-cols-2">
			<span className="sr-only">Loading</span>
			{["a", "b", "c"].map((key) => (
				<div key={key} className="grid gap-3 rounded-md border border-border bg-card p-4">
					<Skeleton className="h-4 w-40" />
					<Skeleton className="h-3 w-3/5" />
					<Skeleton className="h-14 w-full" />
					<Skeleton className="h-8.5 w-24 justify-self-end" />
				</div>
			))}
		</div>
	);
}
