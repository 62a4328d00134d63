import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type CSSProperties, type MouseEvent, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { OpenDialog } from "#admin/editing/open-dialog.tsx";
import { useNow } from "#admin/record/now.ts";
import { useIsPhone } from "#admin/table/viewport.ts";
import { TimingForm } from "#features/bookings/booking-timing.tsx";
import { bookingsList } from "#features/bookings/bookings.list.ts";
import type { listCalendar } from "#features/bookings/slots/staff-calendar.server.ts";
import { dayAt, wallOfDay } from "#lib/time/zone-clock.ts";
import { site } from "#site.config.ts";
import { DialogBody } from "#ui/dialog.tsx";
import { dayFormat, formatTime, hourFormat } from "./week-formats.ts";
import { type DayLayout, layOutWeek, minutesSince, type Placed } from "./week-layout.ts";

type Week = Awaited<ReturnType<typeof listCalendar>>;
type Entry = Week["entries"][number] & { busy?: string[] };
type Hours = { first: number; last: number };
type Dragged = { id: string /** How far below its top it was taken, in pixels. */; grip: number };
type Move = { id: string; date: string; time?: string | undefined };

const tones = {
	call: "border-l-status-green bg-status-green-bg text-status-green",
	block: "border-l-status-grey bg-status-grey-bg text-status-grey",
	hold: "border-l-status-yellow bg-status-yellow-bg text-status-yellow",
	busy: "border-l-status-grey bg-muted text-muted-foreground",
};

/** To which minutes a call may be dragged. */
const stepMinutes = 15;
/** A click on a free hour means its beginning, or its middle. */
const addMinutes = 30;

/**
 * The days beside each other on a grid of hours, on phones below each other as lists. A call is moved by dragging it, or in its
 * own dialog, which its name opens. A click on a free hour adds a booking there.
 */
export function WeekView({ week, onAdd }: { week: Week; onAdd(at: { date: string; time: string }): void }) {
	const [dragged, setDragged] = useState<Dragged>();
	const [move, setMove] = useState<Move>();
	const now = new Date(useNow());
	const today = dayAt(site.timeZone, now);
	const { first, last, days } = layOutWeek(week);
	const hours = Array.from({ length: last - first }, (_, index) => first + index);
	const look = { "--hours": hours.length } as CSSProperties;
	return (
		<div
			style={look}
			className="mt-4 grid gap-2 [--hour:3.25rem] md:grid-cols-[3.25rem_repeat(7,minmax(0,1fr))] md:grid-rows-[auto_auto_calc(var(--hours)*var(--hour))] md:gap-0 md:overflow-clip md:rounded-lg md:border md:border-border md:bg-card"
		>
			{move && <MoveDialog {...move} onClose={() => setMove(undefined)} />}
			<div aria-hidden className="row-start-3 pr-2 text-right text-muted-foreground text-xs max-md:hidden">
				{hours.map((hour, index) => (
					<p key={hour} className="h-(--hour)">
						<span className={clsx("relative", index > 0 && "-top-2")}>{hourFormat.format(hour * 3_600_000)}</span>
					</p>
				))}
			</div>
			{days.map((day) => (
				<Day
					key={day.date}
					day={day}
					hours={{ first, last }}
					openText={textOf(week, day.date)}
					now={day.date === today ? minutesSince(site.timeZone, today, now) : undefined}
					dragged={dragged}
					onDrag={setDragged}
					onMove={setMove}
					onAdd={(time) => onAdd({ date: day.date, time })}
				/>
			))}
		</div>
	);
}

function textOf({ hours }: Week, date: string): string {
	const intervals = hours.find((day) => day.date === date)?.intervals ?? [];
	return intervals.map((each) => each.map(formatTime).join("–")).join(", ") || "Closed";
}

type DayProps = {
	day: DayLayout<Entry>;
	hours: Hours;
	/** When calls are offered, in words. */
	openText: string;
	/** Minutes since midnight, if this is today. */
	now: number | undefined;
	dragged: Dragged | undefined;
	onDrag(entry: Dragged | undefined): void;
	onMove(move: Move): void;
	onAdd(time: string): void;
};

function Day({ day: { date, open, allDay, timed }, hours, openText, now, dragged, onDrag, onMove, onAdd }: DayProps) {
	const isPhone = useIsPhone();
	const span = (hours.last - hours.first) * 60;
	const shareOf = (minutes: number) => `${Math.max(0, Math.min(1, minutes / span)) * 100}%`;
	const placeOf = ({ from, to }: { from: number; to: number }): CSSProperties => ({
		top: shareOf(from - hours.first * 60),
		bottom: shareOf(hours.last * 60 - to),
	});

	const minutesAt = (y: number, grid: Element) => {
		const { top, height } = grid.getBoundingClientRect();
		return hours.first * 60 + ((y - top) / height) * span;
	};

	/** The time of day at which a dragged call would begin; none on phones, where days are lists. */
	function timeAt({ clientY, currentTarget }: MouseEvent, grip: number): string | undefined {
		if (isPhone) return undefined;
		const nearest = Math.round(minutesAt(clientY - grip, currentTarget) / stepMinutes) * stepMinutes;
		return timeOfDay(Math.max(0, Math.min(24 * 60 - stepMinutes, nearest)));
	}

	function handleClick({ clientY, currentTarget, target }: MouseEvent): void {
		if (isPhone || (target instanceof Element && target.closest("li"))) return;
		onAdd(timeOfDay(Math.floor(minutesAt(clientY, currentTarget) / addMinutes) * addMinutes));
	}

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: by the keyboard a call is moved in its own dialog
		<div
			aria-current={now === undefined ? undefined : "date"}
			className={clsx(
				"group max-md:rounded-lg max-md:border max-md:border-border max-md:bg-card max-md:p-2 max-md:aria-[current]:border-foreground",
				"md:row-span-3 md:grid md:grid-rows-subgrid md:border-border md:border-l",
				dragged && "md:hover:bg-accent",
			)}
			onDragOver={(event) => dragged && event.preventDefault()}
			onDrop={() => dragged && onMove({ id: dragged.id, date })}
		>
			<div className="md:border-border md:border-b md:px-2 md:py-1.5 md:group-aria-[current]:shadow-[inset_0_3px_var(--color-vermilion)]">
				<h2 className="font-semibold text-dense md:max-xl:text-xs">
					{dayFormat.format(wallOfDay(date))}
					{now !== undefined && <span className="font-normal text-muted-foreground md:max-xl:sr-only"> · Today</span>}
				</h2>
				<p className="text-muted-foreground text-xs max-md:mb-2 md:sr-only">{openText}</p>
			</div>
			<ul className="grid content-start gap-1 md:p-0.5 max-md:mb-1.5 max-md:empty:hidden">
				{allDay.map((entry) => (
					<EntryItem key={`${entry.id}${entry.start}`} entry={entry} allDay onDrag={onDrag} />
				))}
			</ul>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: as above; and 'Add Booking' is a button */}
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
			<div
				className="relative md:cursor-pointer md:bg-muted"
				onClick={handleClick}
				onDrop={(event) => {
					if (!dragged) return;
					event.stopPropagation();
					onMove({ id: dragged.id, date, time: timeAt(event, dragged.grip) });
				}}
			>
				{open.map((interval) => (
					<div key={interval.from} style={placeOf(interval)} className="absolute inset-x-0 bg-card max-md:hidden" />
				))}
				<div
					aria-hidden
					className="pointer-events-none absolute inset-0 bg-[repeating-linear-gradient(var(--border)_0_1px,transparent_1px_var(--hour))] max-md:hidden"
				/>
				<ul className="max-md:grid max-md:gap-1.5">
					{timed.map((placed) => (
						<EntryItem
							key={`${placed.entry.id}${placed.entry.start}`}
							entry={placed.entry}
							place={isPhone ? undefined : { ...placeOf(placed), ...columnOf(placed) }}
							onDrag={onDrag}
						/>
					))}
				</ul>
				{now !== undefined && now >= hours.first * 60 && now <= hours.last * 60 && (
					<div
						aria-hidden
						style={{ top: shareOf(now - hours.first * 60) }}
						className="pointer-events-none absolute inset-x-0 border-vermilion border-t-2 max-md:hidden"
					/>
				)}
			</div>
		</div>
	);
}

const timeOfDay = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16);

const columnOf = ({ column, columns }: Placed<Entry>): CSSProperties => ({
	left: `${(column / columns) * 100}%`,
	right: `${(1 - (column + 1) / columns) * 100}%`,
});

type EntryItemProps = {
	entry: Entry;
	allDay?: boolean;
	/** Where it stands on the grid of hours. */
	place?: CSSProperties | undefined;
	onDrag(entry: Dragged | undefined): void;
};

function EntryItem({ entry, allDay = false, place, onDrag }: EntryItemProps) {
	const { id, kind, name, start, end, extra, expires, service_type } = entry;
	const [params] = useSearchParams();
	const detail = expires ? `Held until ${formatTime(expires)}` : service_type !== name && service_type;
	const holdsTwoLines = place && Date.parse(end) - Date.parse(start) < 3_600_000;
	return (
		<li
			draggable={kind === "call"}
			style={place}
			onDragStart={({ clientY, currentTarget }) =>
				id && onDrag({ id, grip: clientY - currentTarget.getBoundingClientRect().top })
			}
			onDragEnd={() => onDrag(undefined)}
			className={clsx(
				"@container group/entry rounded-sm border-l-3 px-2 py-1.5 text-xs",
				tones[kind],
				kind === "call" && "md:cursor-grab",
				place
					? "absolute m-px min-h-6.5 overflow-hidden py-0.5! hover:bottom-auto! focus-within:bottom-auto! hover:z-10 focus-within:z-10"
					: "md:py-0.5",
			)}
		>
			<span className="block font-semibold md:truncate">
				{allDay ? "All day" : formatTime(start)}
				{!allDay && <span className="@max-[7rem]:sr-only">–{formatTime(end)}</span>}
				{extra && " · overbooked"}
			</span>
			{kind === "busy" ? (
				<span className="block wrap-anywhere md:truncate">{name}</span>
			) : (
				<Link
					to={id ? { search: String(new URLSearchParams([...params, ["id", id]])) } : "/admin/quarantine"}
					preventScrollReset={id !== null}
					draggable={false}
					className="block underline wrap-anywhere md:truncate"
				>
					{name}
				</Link>
			)}
			{entry.busy && (
				<span className="block font-semibold">Busy in {entry.busy.map((each) => `${each}'s calendar`).join(", ")}</span>
			)}
			{detail && (
				<span className={clsx("block", holdsTwoLines && "group-[:not(:hover,:focus-within)]/entry:sr-only")}>
					{detail}
				</span>
			)}
		</li>
	);
}

function MoveDialog({ id, date, time, onClose }: Move & { onClose: () => void }) {
	const { data: booking } = useQuery({ ...bookingsList.query, select: (rows) => rows.find((row) => row.id === id) });
	if (!booking) return null;
	return (
		<OpenDialog
			title={`Move the Call with ${booking.name}`}
			description="Change date and time"
			size="sm"
			onClose={onClose}
		>
			<DialogBody>
				<TimingForm booking={booking} to={{ date, time }} onDone={onClose} />
			</DialogBody>
		</OpenDialog>
	);
}
