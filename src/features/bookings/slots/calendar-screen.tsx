import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseResponse } from "hono/client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { api } from "#admin/session/api-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { BlockDialog } from "#features/bookings/block-dialog.tsx";
import { TimingForm } from "#features/bookings/booking-timing.tsx";
import { bookingsList } from "#features/bookings/bookings.list.ts";
import { dayMs, dayOfWall, wallAt, wallOfDay } from "#lib/time/zone-clock.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { site } from "#site.config.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { Dialog, DialogBody, DialogContent } from "#ui/dialog.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { listCalendar } from "./staff-calendar.server.ts";

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
type Week = Awaited<ReturnType<typeof listCalendar>>;

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
				<div className="flex flex-wrap gap-2">
					<Button size="dense" variant="secondary" aria-label="Previous week" onClick={() => go(-1)}>
						<ChevronLeft aria-hidden className="size-4" />
					</Button>
					<Button size="dense" variant="secondary" onClick={() => setParams({})}>
						This Week
					</Button>
					<Button size="dense" variant="secondary" aria-label="Next week" onClick={() => go(1)}>
						<ChevronRight aria-hidden className="size-4" />
					</Button>
					<ButtonLink to="/admin/bookings" size="dense" variant="secondary">
						Bookings
					</ButtonLink>
					<BlockDialog day={isThisWeek ? dayOfWall(today) : from} />
				</div>
			</div>
			{data ? (
				<WeekView week={data} />
			) : isError ? (
				<LoadFailure text={loadFailure} onRetry={() => void refetch()} />
			) : (
				<Skeleton className="mt-4 h-96" />
			)}
			<FeedPanel />
		</section>
	);
}

const inFirmZone = (options: Intl.DateTimeFormatOptions) =>
	new Intl.DateTimeFormat(site.locale, { timeZone: site.timeZone, ...options });
const timeFormat = inFirmZone({ hour: "numeric", minute: "2-digit" });
const dayFormat = new Intl.DateTimeFormat(site.locale, {
	timeZone: "UTC",
	weekday: "short",
	month: "short",
	day: "numeric",
});

const tones = {
	call: "border-l-status-green bg-status-green-bg text-status-green",
	block: "border-l-status-grey bg-muted text-foreground",
	hold: "border-l-status-yellow bg-status-yellow-bg text-status-yellow",
};

/** From midnight to midnight. */
const isWholeDays = ({ start, end }: { start: string; end: string }) =>
	[start, end].every((moment) => wallAt(site.timeZone, new Date(moment)) % dayMs === 0);

type Move = { id: string; date: string };

/** A call is moved by dragging it to another day, or in its own dialog, which its name opens. */
function WeekView({ week }: { week: Week }) {
	const [dragged, setDragged] = useState<string>();
	const [move, setMove] = useState<Move>();
	const dayOf = (iso: string) => dayOfWall(wallAt(site.timeZone, new Date(iso)));
	const today = dayOf(new Date().toISOString());
	return (
		<div className="mt-4 grid gap-2 md:grid-cols-7">
			{move && <MoveDialog {...move} onClose={() => setMove(undefined)} />}
			{week.hours.map(({ date, intervals }) => {
				// A block of several days is shown on each of them.
				const entries = week.entries.filter(
					({ start, end }) => dayOf(start) <= date && date <= dayOf(new Date(Date.parse(end) - 1).toISOString()),
				);
				return (
					// biome-ignore lint/a11y/noStaticElementInteractions: by the keyboard a call is moved in its own dialog
					<div
						key={date}
						aria-current={date === today ? "date" : undefined}
						className={clsx(
							"rounded-lg border border-border bg-card p-2 aria-[current]:border-ink dark:aria-[current]:border-foreground",
							dragged && "hover:border-ink",
						)}
						onDragOver={(event) => dragged && event.preventDefault()}
						onDrop={() => dragged && setMove({ id: dragged, date })}
					>
						<h2 className="font-semibold text-dense">
							{dayFormat.format(wallOfDay(date))}
							{date === today && <span className="font-normal text-muted-foreground"> · Today</span>}
						</h2>
						<p className="mb-2 text-muted-foreground text-xs">
							{intervals.length === 0
								? "Closed"
								: intervals
										.map((each) => each.map((moment) => timeFormat.format(new Date(moment))).join("–"))
										.join(", ")}
						</p>
						<ul className="grid gap-1.5">
							{entries.map((entry) => (
								<li
									key={`${entry.id}${entry.start}`}
									draggable={entry.kind === "call"}
									onDragStart={() => setDragged(entry.id ?? undefined)}
									onDragEnd={() => setDragged(undefined)}
									className={clsx(
										"rounded-sm border-l-3 px-2 py-1.5 text-xs",
										tones[entry.kind],
										entry.kind === "call" && "md:cursor-grab",
									)}
								>
									<span className="block font-semibold">
										{isWholeDays(entry)
											? "All day"
											: `${timeFormat.format(new Date(entry.start))}–${timeFormat.format(new Date(entry.end))}`}
										{entry.extra && " · overbooked"}
									</span>
									{entry.id ? (
										<Link to={`/admin/bookings?id=${entry.id}`} draggable={false} className="underline wrap-anywhere">
											{entry.name}
										</Link>
									) : (
										<Link to="/admin/quarantine" className="underline">
											{entry.name}
										</Link>
									)}
									<span className="block">
										{entry.expires ? `Held until ${timeFormat.format(new Date(entry.expires))}` : entry.service_type}
									</span>
								</li>
							))}
						</ul>
					</div>
				);
			})}
		</div>
	);
}

function MoveDialog({ id, date, onClose }: Move & { onClose: () => void }) {
	const { data: booking } = useQuery({ ...bookingsList.query, select: (rows) => rows.find((row) => row.id === id) });
	if (!booking) return null;
	return (
		<Dialog open onOpenChange={onClose}>
			<DialogContent title={`Move ${booking.name}`} description="Change date and time" size="sm">
				<DialogBody>
					<TimingForm booking={booking} date={date} onDone={onClose} />
				</DialogBody>
			</DialogContent>
		</Dialog>
	);
}

const feedQuery = queryOptions({
	queryKey: [...derivedKey, "feed"],
	queryFn: ({ signal }) => parseResponse(api.api.bookings.feed.$get({}, { init: { signal } })),
});

/** The private address at which a calendar program reads the calls. */
function FeedPanel() {
	const client = useQueryClient();
	const { data } = useQuery(feedQuery);
	const refresh = () => client.invalidateQueries({ queryKey: feedQuery.queryKey });
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
				working. Some calendars, Google's among them, fetch it only once or twice a day.
			</p>
			{make.data && (
				<p role="status" className="wrap-anywhere">
					Copy this URL now. It's shown only once: <code>{make.data.url}</code>
				</p>
			)}
			<div className="flex flex-wrap gap-2">
				<Button size="dense" variant="secondary" busy={make.isPending} onClick={() => make.mutate()}>
					{data?.feed ? "Replace URL" : "Create URL"}
				</Button>
				{data?.feed && (
					<Button size="dense" variant="secondary" busy={revoke.isPending} onClick={() => revoke.mutate()}>
						Revoke URL
					</Button>
				)}
			</div>
		</div>
	);
}
