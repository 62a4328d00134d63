import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { useOpenRow } from "#admin/record/open-row.ts";
import { PlacedRecord } from "#admin/record/record-place.tsx";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { BlockDialog } from "#features/bookings/block-dialog.tsx";
import { AddBookingDialog, BookingDialog } from "#features/bookings/booking-dialogs.tsx";
import { bookingsList } from "#features/bookings/bookings.list.ts";
import { dayMs, dayOfWall, wallAt, wallOfDay } from "#lib/time/zone-clock.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { site } from "#site.config.ts";
import { ButtonLink, DeskButton } from "#ui/desk-buttons.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { WeekView } from "./week-view.tsx";

export const meta = () => unlistedMeta("Calendar");

const loadFailure = "Failed to load the calendar. Please try again.";
const days = 7;

const calendarQuery = (from: string) =>
	queryOptions({
		queryKey: [...derivedKey, "calendar", from],
		queryFn: ({ signal }) =>
			parseResponse(api.api.bookings.calendar.$get({ query: { from, days: String(days) } }, { init: { signal } })),
		meta: { failure: loadFailure },
	});
/** The Monday of the week in which a day of the firm lies. */
function mondayOf(wall: number): string {
	const day = Math.floor(wall / dayMs) * dayMs;
	return dayOfWall(day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs);
}

/** The week of calls, blocks, and times that are held; arrow keys change it. */
export default function CalendarScreen() {
	const [params, setParams] = useSearchParams();
	const asked = params.get("week");
	const today = wallAt(site.timeZone, new Date());
	const from = mondayOf(asked && /^\d{4}-\d\d-\d\d$/.test(asked) ? wallOfDay(asked) : today);
	const isThisWeek = from === mondayOf(today);
	const { data, isError, refetch } = useQuery(calendarQuery(from));
	const [adding, setAdding] = useState<{ date: string; time: string }>();
	const go = (weeks: number) => setParams({ week: dayOfWall(wallOfDay(from) + weeks * days * dayMs) });
	return (
		<section
			aria-label="Week"
			onKeyDown={({ key, target }) => {
				if (target instanceof HTMLElement && target.closest("input,select,textarea,[role=dialog]")) return;
				if (key === "ArrowLeft") go(-1);
				if (key === "ArrowRight") go(1);
			}}
		>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<ScreenTitle className="md:leading-8.5">Calendar</ScreenTitle>
				<div className="flex flex-wrap gap-2 max-md:w-full max-md:*:grow max-md:*:justify-center">
					<DeskButton aria-label="Previous week" onClick={() => go(-1)}>
						<ChevronLeft aria-hidden className="size-4" />
					</DeskButton>
					<DeskButton onClick={() => setParams({})}>This Week</DeskButton>
					<DeskButton aria-label="Next week" onClick={() => go(1)}>
						<ChevronRight aria-hidden className="size-4" />
					</DeskButton>
					<ButtonLink to="/admin/bookings">Bookings</ButtonLink>
					<DeskButton onClick={() => setAdding({ date: "", time: "" })}>Add Booking</DeskButton>
					<BlockDialog day={isThisWeek ? dayOfWall(today) : from} />
				</div>
			</div>
			{data?.unread?.map(({ name, reason }) => (
				<p
					key={`${name}${reason}`}
					role="status"
					className="mt-4 rounded-lg border border-status-yellow bg-status-yellow-bg px-4 py-3"
				>
					<span className="font-semibold">{name}'s calendar can't be read.</span> {reason}
				</p>
			))}
			{data ? (
				<WeekView week={data} onAdd={setAdding} />
			) : isError ? (
				<LoadFailure text={loadFailure} onRetry={() => void refetch()} />
			) : (
				<Skeleton className="mt-4 h-96" />
			)}
			<FeedPanel />
			{adding && <AddBookingDialog at={adding} onClose={() => setAdding(undefined)} />}
			<OpenCall />
		</section>
	);
}

/** The details of a call over the week from which it was opened. */
function OpenCall() {
	const { openId, close } = useOpenRow();
	const { data: booking } = useQuery({
		...bookingsList.query,
		enabled: openId !== null,
		select: (rows) => rows.find(({ id }) => id === openId),
	});
	if (!booking) return null;
	return (
		<PlacedRecord id={booking.id} name={booking.name} place={undefined} takeFocus={() => false}>
			<BookingDialog booking={booking} onClose={close} />
		</PlacedRecord>
	);
}

const feedQuery = queryOptions({
	queryKey: [...derivedKey, "feed"],
	queryFn: ({ signal }) => parseResponse(api.api.bookings.feed.$get({}, { init: { signal } })),
});

/** The private address at which a calendar program reads the calls. */
function FeedPanel() {
	const { data } = useQuery(feedQuery);
	const refresh = () => queryClient.invalidateQueries({ queryKey: feedQuery.queryKey });
	const make = useMutation({
		mutationFn: () => parseResponse(api.api.bookings.feed.$post()),
		onSuccess: refresh,
		meta: { failure: "Failed to create the URL. Please try again." },
	});
	const revoke = useMutation({
		mutationFn: () => parseResponse(api.api.bookings.feed.$delete()),
		onSuccess: () => {
			make.reset();
			return refresh();
		},
		meta: { failure: "Failed to revoke the URL. Please try again." },
	});
	return (
		<div className="mt-6 grid max-w-4xl gap-3 rounded-lg border border-border bg-card p-5">
			<h2 className="font-semibold">Subscribe from Your Calendar</h2>
			<p className="text-muted-foreground">
				A private URL with all calls and blocked times. Don't share it. A new URL replaces the old one, which then stops
				working. Some calendars, including Google's, check it only once or twice a day.
			</p>
			{make.data && (
				<p role="status" className="wrap-anywhere">
					Copy this URL now. It's shown only once: <code>{make.data.url}</code>
				</p>
			)}
			<div className="flex flex-wrap gap-2">
				<DeskButton busy={make.isPending} onClick={() => make.mutate()}>
					{data?.feed ? "Replace URL" : "Create URL"}
				</DeskButton>
				{data?.feed && (
					<DeskButton busy={revoke.isPending} onClick={() => revoke.mutate()}>
						Revoke URL
					</DeskButton>
				)}
			</div>
		</div>
	);
}
