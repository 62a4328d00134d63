import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#admin/empty-state.tsx";
import { LoadFailure } from "#admin/load-failure.tsx";
import { unlistedMeta } from "#site/seo.ts";
import { CountBadge } from "#ui/badge.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { QuarantineCard } from "./quarantine-card.tsx";
import { loadFailure, quarantineQuery } from "./quarantine-query.ts";

export const meta = () => unlistedMeta("Quarantine");

export default function QuarantineScreen() {
	const { data: rows, isError, isFetching, refetch } = useQuery(quarantineQuery);
	return (
		<>
			<div className="mb-3.5 flex flex-wrap items-center gap-2">
				<h1 className="font-semibold text-xl leading-tight tracking-[-0.015em]">Quarantine</h1>
				{rows && <CountBadge>{rows.length}</CountBadge>}
				<p className="w-full text-muted-foreground">
					Forms that look like spam. Their senders were thanked like everybody else, and nothing is deleted by itself.
				</p>
			</div>
			{isError && !isFetching && <LoadFailure text={loadFailure} onRetry={() => void refetch()} />}
			{!rows && !isError && <Loading />}
			{rows?.length === 0 && (
				<EmptyState
					title="Nothing is waiting"
					hint="Suspicious inquiries, bookings and applications will appear here"
				/>
			)}
			{rows && rows.length > 0 && (
				<ul aria-label="Held back forms" className="grid max-w-4xl gap-3">
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
		<div aria-busy className="grid max-w-4xl gap-3">
			{["a", "b", "c"].map((key) => (
				<Skeleton key={key} className="h-44 w-full" />
			))}
		</div>
	);
}
