import { clsx } from "clsx";
import {
	type CSSProperties,
	type RefObject,
	useEffect,
	useEffectEvent,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import type { CallSlots } from "#features/bookings/slots/call-slots.server.ts";
import { placeOfZone, usableZone } from "#lib/time/visitor-zone.ts";
import { site } from "#site.config.ts";
import { type PackedSlots, packSlots, unpackSlots } from "./packed-slots.ts";

type CallTimesProps = {
	legend: string;
	slots: PackedSlots;
	/** The first choice, which is none of the times. */
	none?: string;
	/** The wish that comes back with a refused form. */
	chosen?: string | undefined;
	error?: string | undefined;
	/** Asks for the free times again when the group first gets the focus, when the tab comes back, and after an answer. */
	refresh?: { after: unknown };
};

/**
 * The free times of calls: first a day, then a time of it, as native radio buttons. A chosen time stays in view when another day is
 * looked at. The server writes them in the firm's time zone; in the
 * browser they are then shown in the visitor's. What is sent is a moment, so that neither can move a call.
 */
export function CallTimes({ legend, slots: first, none, chosen, error, refresh }: CallTimesProps) {
	const [latest, setLatest] = useState<PackedSlots>();
	const [lost, setLost] = useState("");
	const group = useRef<HTMLFieldSetElement>(null);
	const { zone, keepChoice } = useVisitorZone(group);
	const { time_zone } = first;
	const slots = unpackSlots(latest ?? first);
	const days = groupByDay(slots, zone ?? time_zone);

	async function loadLatest() {
		const answer = await fetch("/api/call-slots").catch(() => undefined);
		if (!answer?.ok) return;
		const next: CallSlots = await answer.json();
		const wish = group.current?.querySelector<HTMLInputElement>("input[name=slot]:checked")?.value;
		const isLost = wish && !next.days.some((day) => day.slots.includes(wish));
		setLost(isLost ? `${describe(wish, zone ?? next.time_zone)} has just been taken. Please choose another time.` : "");
		keepChoice();
		setLatest(packSlots(next));
	}
	const load = useEffectEvent(loadLatest);
	const isAsked = useRef(false);
	const isRefreshed = refresh !== undefined;
	useEffect(() => {
		if (!isRefreshed) return;
		const look = () => document.visibilityState === "visible" && void load();
		document.addEventListener("visibilitychange", look);
		return () => document.removeEventListener("visibilitychange", look);
	}, [isRefreshed]);
	// The page's own answer came with the times of the same moment.
	const answered = useRef(refresh?.after);
	useEffect(() => {
		if (answered.current === refresh?.after) return;
		answered.current = refresh?.after;
		void load();
	}, [refresh?.after]);

	// The chosen day no longer has free times, or is another day in the visitor's zone.
	useLayoutEffect(() => {
		const first = group.current?.querySelector<HTMLInputElement>("input[name=call_day]");
		if (first && !group.current?.querySelector("input[name=call_day]:checked")) first.checked = true;
	});

	return (
		<fieldset
			ref={group}
			data-call-times
			className="call-days min-w-0 sm:col-span-2"
			onFocus={() => {
				if (!refresh || isAsked.current) return;
				isAsked.current = true;
				void loadLatest();
			}}
		>
			<legend className="mb-1 font-semibold text-small/snug">{legend}</legend>
			<input type="hidden" name="time_zone" value={zone ?? ""} />
			{days.length === 0 ? (
				<p className="text-small">No times can be chosen online right now. Send the form, and we call you back.</p>
			) : (
				<>
					<p className="mb-3 text-muted-foreground text-small/snug">{zoneText(slots, time_zone, zone)}</p>
					<DayChoice days={days} chosen={chosen} />
					<div className="radio-tiles mt-5 grid gap-5">
						{none && (
							<label className="max-w-max [&>span]:px-5">
								<input type="radio" name="slot" value="" defaultChecked={!chosen} />
								<span>{none}</span>
							</label>
						)}
						{days.map((day, place) => (
							<DayTimes key={day.date} day={day} place={place} chosen={chosen} />
						))}
					</div>
				</>
			)}
			{error && <p className="mt-1.5 text-destructive text-small/snug">{error}</p>}
			<p role="status" className="mt-1.5 text-destructive text-small/snug empty:hidden">
				{lost}
			</p>
		</fieldset>
	);
}

/** Which day's times are shown, by the stylesheet alone. The days belong to no form, because only a time is sent. */
function DayChoice({ days, chosen }: { days: CallDay[]; chosen: string | undefined }) {
	const wanted = days.findIndex(({ times }) => times.some(({ slot }) => slot === chosen));
	// A week of six days fits beside each other on a phone, too; one of seven doesn't.
	const isSixDays = days.every(({ weekday }) => weekday > 0);
	return (
		<div role="radiogroup" aria-label="Day" className="radio-tiles @container">
			<div
				className={clsx(
					"grid @min-[27rem]:grid-cols-7 @min-[27rem]:gap-2",
					isSixDays
						? "grid-cols-6 gap-1 *:col-start-(--column) max-sm:[&_span]:px-0 max-sm:[&_span]:text-xs"
						: "grid-cols-[repeat(auto-fill,minmax(3.5rem,1fr))] gap-2 @min-[27rem]:*:col-start-(--column)",
				)}
			>
				{days.map(({ date, shortLabel: [name, day], weekday }, place) => (
					<label key={date} style={columnStyle(weekday, days[place - 1]?.weekday)}>
						<input
							type="radio"
							name="call_day"
							form=""
							value={dayValue(place)}
							defaultChecked={place === Math.max(0, wanted)}
						/>
						<span>
							{`${name} `}
							<b>{day}</b>
						</span>
					</label>
				))}
			</div>
		</div>
	);
}

/** Only the stylesheet reads it. */
const dayValue = (place: number) => `d${place + 1}`;

/** Where each week has a row that begins on Monday: the column of a day, unless it follows the day before it. */
function columnStyle(weekday: number, before: number | undefined): CSSProperties | undefined {
	const column = weekday || 7;
	return column > 1 && column - 1 === before ? undefined : ({ "--column": column } as CSSProperties);
}

/** The rule that shows them is written for each place in `app.css`. A screen reader says the day and the zone once, as their group. */
function DayTimes({ day, place, chosen }: { day: CallDay; place: number; chosen: string | undefined }) {
	return (
		<fieldset className={`day-times ${dayValue(place)}`}>
			<legend className="mb-2.5 font-display text-base/snug">
				{day.label}
				<i>{` ${day.zoneName}`}</i>
			</legend>
			<div className="grid grid-cols-[repeat(auto-fill,minmax(92px,1fr))] gap-2">
				{day.times.map(({ slot, time, zoneName }) => (
					<label key={slot}>
						<input type="radio" name="slot" value={slot} defaultChecked={slot === chosen} />
						<span>
							{time}
							{zoneName !== day.zoneName && <i>{` ${zoneName}`}</i>}
						</span>
					</label>
				))}
			</div>
		</fieldset>
	);
}

/**
 * The browser's time zone, once the page is awake; undefined where it is the firm's or unusable. In another zone a time may stand in
 * another day's group, and so be another element: `keepChoice` is called before such a change and keeps what was
 * chosen, and the focus.
 */
function useVisitorZone(group: RefObject<HTMLElement | null>) {
	const [zone, setZone] = useState<string>();
	const kept = useRef<{ value: string; hadFocus: boolean }>(undefined);
	const keepChoice = () => {
		const chosen = group.current?.querySelector<HTMLInputElement>("input[name=slot]:checked");
		kept.current = chosen ? { value: chosen.value, hadFocus: document.activeElement === chosen } : undefined;
	};
	const keepOnce = useEffectEvent(keepChoice);
	useEffect(() => {
		const own = usableZone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? "");
		if (!own || own === usableZone(site.timeZone)) return;
		keepOnce();
		setZone(own);
	}, []);
	useLayoutEffect(() => {
		if (!kept.current) return;
		const { value, hadFocus } = kept.current;
		kept.current = undefined;
		const again = group.current?.querySelector<HTMLInputElement>(`input[name=slot][value="${value}"]`);
		if (!again) return;
		again.checked = true;
		if (hadFocus) again.focus();
	});
	return { zone, keepChoice };
}

function zoneText([first = ""]: string[], time_zone: string, zone: string | undefined): string {
	const name = (shown: string) => placeOfZone(shown) ?? zoneNameAt(first, shown);
	if (zone) return `Times are shown in your time zone (${name(zone)}). Our office keeps ${name(time_zone)} time.`;
	return `Times are ${name(time_zone)} time (${zoneNameAt(first, time_zone)}).`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const key = `${timeZone} ${JSON.stringify(options)}`;
	const made = formatters.get(key) ?? new Intl.DateTimeFormat(site.locale, { timeZone, ...options });
	formatters.set(key, made);
	return made;
}

const plainSpaces = (text: string) => text.replace(/\s/g, " ");
const dayLabel = (slot: string, zone: string) =>
	formatter(zone, { weekday: "long", month: "long", day: "numeric" }).format(new Date(slot));
const timeLabel = (slot: string, zone: string) =>
	plainSpaces(formatter(zone, { hour: "numeric", minute: "2-digit" }).format(new Date(slot)));
const zoneNameAt = (slot: string, zone: string) =>
	formatter(zone, { timeZoneName: "short" })
		.formatToParts(new Date(slot))
		.find(({ type }) => type === "timeZoneName")?.value ?? "";

/** 'Tuesday, November 24, 8:00 AM EST'. */
const describe = (slot: string, zone: string) =>
	`${dayLabel(slot, zone)}, ${timeLabel(slot, zone)} ${zoneNameAt(slot, zone)}`;

/** From Sunday, which is 0. */
function weekdayOf(slot: string, zone: string): number {
	const parts = formatter(zone, { year: "numeric", month: "numeric", day: "numeric" }).formatToParts(new Date(slot));
	const part = (wanted: string) => Number(parts.find(({ type }) => type === wanted)?.value);
	return new Date(Date.UTC(part("year"), part("month") - 1, part("day"))).getUTCDay();
}

type Labels = { day: string; shortDay: string; weekday: number; time: string; zoneName: string };
const labels = new Map<string, Labels>();
const mostLabels = 3000;

/** How a slot reads. The server writes the same month for each visitor. */
function labelsOf(slot: string, zone: string): Labels {
	const key = `${slot} ${zone}`;
	const made = labels.get(key) ?? {
		day: dayLabel(slot, zone),
		shortDay: formatter(zone, { weekday: "short", month: "short", day: "numeric" }).format(new Date(slot)),
		weekday: weekdayOf(slot, zone),
		time: timeLabel(slot, zone),
		zoneName: zoneNameAt(slot, zone),
	};
	if (labels.size >= mostLabels) labels.clear();
	labels.set(key, made);
	return made;
}

type CallDay = {
	date: string;
	label: string;
	/** 'Tue' and 'Nov 24'. */
	shortLabel: [string, string];
	weekday: number;
	/** Of its first time: on the day on which clocks change, later ones may have another. */
	zoneName: string;
	times: { slot: string; time: string; zoneName: string }[];
};

/** By the dates of the zone in which they are shown. */
function groupByDay(slots: string[], zone: string): CallDay[] {
	const days: CallDay[] = [];
	for (const slot of slots) {
		const { day: label, shortDay, weekday, time, zoneName } = labelsOf(slot, zone);
		const last = days.at(-1);
		if (last?.label === label) {
			last.times.push({ slot, time, zoneName });
			continue;
		}
		const [name = "", day = ""] = shortDay.split(", ");
		const date = `${label} ${slot.slice(0, 4)}`;
		days.push({ date, label, shortLabel: [name, day], weekday, zoneName, times: [{ slot, time, zoneName }] });
	}
	return days;
}

type NearestTimesProps = {
	message: string;
	nearest: readonly string[];
	/** For an answer that came while the page stays: what had the focus may be gone. */
	takesFocus?: boolean;
};

/** After a time was taken: why, and the free ones nearest to it. None is chosen for the visitor. */
export function NearestTimes({ message, nearest, takesFocus = false }: NearestTimesProps) {
	const group = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (takesFocus && nearest.length > 0) group.current?.querySelector("input")?.focus();
	}, [takesFocus, nearest]);
	const zone = useVisitorZone(group).zone ?? site.timeZone;
	return (
		<div
			ref={group}
			role="alert"
			data-slot-taken
			className="rounded-sm border-l-3 border-l-status-red bg-status-red-bg p-4 text-small sm:col-span-2"
		>
			<p className="font-semibold text-status-red">{message}</p>
			{nearest.length > 0 && (
				<div className="radio-tiles mt-3 grid gap-2 text-foreground sm:grid-cols-2">
					{nearest.map((slot) => (
						<label key={slot}>
							<input type="radio" name="slot" value={slot} />
							<span>
								{`${dayLabel(slot, zone)}, ${timeLabel(slot, zone)}`}
								<i>{` ${zoneNameAt(slot, zone)}`}</i>
							</span>
						</label>
					))}
				</div>
			)}
		</div>
	);
}
