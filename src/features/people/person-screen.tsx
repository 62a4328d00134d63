import { useQuery } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { useSearchParams } from "react-router";
import { useAreas } from "#admin/access/screen-access.ts";
import { LiveBadge } from "#admin/live/live-badge.tsx";
import { iconOf } from "#admin/record/record-icons.ts";
import type { api } from "#admin/session/api-client.ts";
import { EmptyState } from "#admin/table/empty-state.tsx";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { MaybeLink } from "#admin/table/maybe-link.tsx";
import { mailKindLabels, mailStatusLabels, mailStatusTones } from "#features/mails/mail-kinds.ts";
import { mailRecord } from "#features/mails/mails.record.ts";
import { mailtoHref } from "#lib/reach/email-address.ts";
import { dialHref, phoneDigits } from "#lib/reach/phone.ts";
import type { StatusTone } from "#lib/status.ts";
import { formatMoment } from "#lib/time/dates.ts";
import { recordOfKind } from "#records.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { AddBookingLink } from "./add-booking-link.tsx";
import { dealingsQuery } from "./person-history.tsx";

export const meta = () => unlistedMeta("Person");

type Entry = {
	id: string;
	at: string;
	table: string;
	path: string;
	title: string;
	status: { label: string; tone: StatusTone };
	notes: string | null;
};

export default function PersonScreen() {
	const email = useSearchParams()[0].get("email");
	return email ? <Person email={email} /> : <NoPerson />;
}

/** An address that was shortened by hand, or copied in part. */
function NoPerson() {
	return (
		<>
			<ScreenTitle>Person</ScreenTitle>
			<div className="mt-4">
				<EmptyState
					title="Whose page?"
					hint="Open someone's page from a booking, an inquiry, or an application, or find them in Search."
				/>
			</div>
		</>
	);
}

/** Everything to and from one email address, newest first, with what was noted about it. */
function Person({ email }: { email: string }) {
	const { data, isError, isFetching, refetch } = useQuery(dealingsQuery(email));
	const entries = data && entriesOf(data);
	const name = data?.dealings.find((dealing) => dealing.name)?.name;
	const isLimited = useAreas() !== null;
	const phones = new Map((data?.dealings ?? []).flatMap(({ phone }) => (phone ? [[phoneDigits(phone), phone]] : [])));
	return (
		<>
			<div className="flex flex-wrap items-center gap-2">
				<ScreenTitle>{name ?? email}</ScreenTitle>
				<LiveBadge />
				<p className="w-full text-muted-foreground [overflow-wrap:anywhere] md:-mt-1">
					Everything received from and sent to{" "}
					<a href={mailtoHref(email)} className="underline underline-offset-2">
						{email}
					</a>
					{[...phones.values()].map((phone) => (
						<a
							key={phone}
							href={dialHref(phone)}
							className="ml-4 inline-flex min-h-7 items-center [&[href]]:underline underline-offset-2 max-md:min-h-11"
						>
							{phone}
						</a>
					))}
				</p>
				{data && <AddBookingLink name={name ?? undefined} email={email} phone={[...phones.values()][0]} />}
			</div>
			<div className="mt-4 grid gap-3">
				{isError && !isFetching && <LoadFailure onRetry={() => void refetch()} />}
				{!entries && !isError && <Skeleton className="h-40 w-full" />}
				{entries?.length === 0 && (
					<EmptyState
						title="Nothing found"
						hint={`Nothing${isLimited ? " that you have access to" : ""} is stored under this email address`}
					/>
				)}
				{entries && entries.length > 0 && (
					<ol aria-label="History" className="divide-y divide-border rounded-md border border-border bg-card">
						{entries.map((entry) => (
							<EntryLine key={entry.id} entry={entry} />
						))}
					</ol>
				)}
			</div>
		</>
	);
}

function EntryLine({ entry: { table, path, title, status, notes, at } }: { entry: Entry }) {
	const Icon = iconOf(table);
	// Those with a limit see an email here, and not the log of all emails.
	const isLinked = useAreas() === null || table !== mailRecord.table;
	return (
		<li className="grid gap-1 px-3.5 py-2.5">
			<div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 md:grid-cols-[auto_minmax(0,1fr)_auto_6.5rem]">
				<Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" strokeWidth={1.75} />
				<MaybeLink
					to={isLinked ? path : undefined}
					className="inline-flex min-h-7 min-w-0 items-center underline underline-offset-2 max-md:min-h-11"
				>
					<span className="truncate">{title}</span>
				</MaybeLink>
				<span className="text-muted-foreground text-xs max-md:col-start-2 max-md:row-start-2">{formatMoment(at)}</span>
				<span className="flex justify-end max-md:col-start-3 max-md:row-start-1">
					<StatusBadge tone={status.tone}>{status.label}</StatusBadge>
				</span>
			</div>
			{notes && (
				<p className="ml-6.5 max-w-read whitespace-pre-wrap text-muted-foreground [overflow-wrap:anywhere]">{notes}</p>
			)}
		</li>
	);
}

function entriesOf({ dealings, mails }: InferResponseType<typeof api.api.people.$get, 200>): Entry[] {
	const records = dealings.flatMap(({ kind, id, title, status, notes, at }) => {
		const record = recordOfKind(kind);
		if (!record) return [];
		return [{ id, at, table: record.table, path: record.path(id), title: `${record.label}: ${title}`, status, notes }];
	});
	const sent = mails.map(({ id, kind, subject, status, at }) => ({
		...{ id, at, table: mailRecord.table, path: mailRecord.path(id), notes: null },
		title: `Email, ${mailKindLabels[kind].toLowerCase()}: ${subject}`,
		status: { label: mailStatusLabels[status], tone: mailStatusTones[status] },
	}));
	return [...records, ...sent].sort((a, b) => b.at.localeCompare(a.at));
}
