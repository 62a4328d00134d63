import { keepPreviousData, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { goOnByEnter } from "#admin/editing/enter-goes-on.ts";
import { UnsavedChangesGuard } from "#admin/editing/unsaved-changes.tsx";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { ApiError, api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { dayFormat, formatTime } from "#features/bookings/calendar/week-formats.ts";
import { dayNames } from "#lib/time/day-names.ts";
import { dayOfWall, wallAt, wallOfDay } from "#lib/time/zone-clock.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { site } from "#site.config.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { ButtonLink, DeskButton, SubmitButton } from "#ui/desk-buttons.tsx";
import { TextField } from "#ui/field.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { type CallHours, callHoursSchema } from "./call-hours.schema.ts";
import type { presentHours } from "./call-hours.server.ts";
import { hourNumbers, hoursText, parseHours } from "./hours-text.ts";

export const meta = () => unlistedMeta("Call Hours");

type Hours = ReturnType<typeof presentHours>;

const loadFailure = "Failed to load the hours. Please try again.";

const hoursQuery = queryOptions({
	queryKey: [...derivedKey, "call-hours"],
	queryFn: ({ signal }) => parseResponse(api.api.bookings.hours.$get({}, { init: { signal } })),
	meta: { failure: loadFailure },
});

/** When calls can be booked online. */
export default function HoursScreen() {
	const { data, isError, refetch } = useQuery(hoursQuery);
	/** What was saved here last; a version of someone else does not replace what is being typed. */
	const [saved, setSaved] = useState<{ hours: Hours; form: string }>();
	const hours = saved?.hours ?? data;
	/** The form stays the same when it is saved, so that the focus stays, too. */
	const form = saved?.form ?? hours?.version;
	return (
		<>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<ScreenTitle className="md:leading-8.5">Call Hours</ScreenTitle>
				<ButtonLink to="/admin/bookings">Bookings</ButtonLink>
			</div>
			{hours && form ? (
				<HoursForm key={form} hours={hours} onSaved={(next) => setSaved({ hours: next, form })} />
			) : isError ? (
				<LoadFailure text={loadFailure} onRetry={() => void refetch()} />
			) : (
				<Skeleton className="mt-4 h-96 max-w-4xl" />
			)}
		</>
	);
}

const panel = "grid content-start gap-4 rounded-lg border border-border bg-card p-5";

type SpecialDate = { key: number; date: string; hours: string; note: string };

function draftOf(hours: Hours) {
	return {
		offered: hours.offered,
		confirm_by_mail: hours.confirm_by_mail,
		weekly: hours.weekly.map(hoursText),
		dates: hours.dates.map(
			({ date, hours: own, note }, key): SpecialDate => ({ key, date, hours: hoursText(own), note: note ?? "" }),
		),
		numbers: Object.fromEntries(
			Object.keys(hourNumbers).map((name) => [name, String(hours[name as keyof typeof hourNumbers])]),
		),
	};
}
type Draft = ReturnType<typeof draftOf>;

/** What the form sends, as it is typed: the schema decides. */
const inputOf = ({ weekly, dates, numbers, ...switches }: Draft) => ({
	...switches,
	weekly: weekly.map(parseHours),
	dates: dates.map(({ date, hours, note }) => ({ date, hours: parseHours(hours), note })),
	...Object.fromEntries(
		Object.entries(numbers).map(([name, text]) => [name, text.trim() === "" ? null : Number(text)]),
	),
});

function HoursForm({ hours, onSaved }: { hours: Hours; onSaved: (hours: Hours) => void }) {
	const [draft, setDraft] = useState(() => draftOf(hours));
	const form = useRef<HTMLFormElement>(null);
	const [errors, setErrors] = useState<Record<string, string>>({});
	const [outside, setOutside] = useState<{ id: string; name: string; start: string }[]>([]);
	const typed = callHoursSchema.safeParse(inputOf(draft));
	const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(hours));
	const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
	/** Of a field, or of anything in it. */
	const errorOf = (name: string) =>
		Object.entries(errors).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1];

	const { mutate, isPending } = useMutation({
		mutationFn: (json: Parameters<typeof api.api.bookings.hours.$put>[0]["json"]) =>
			parseResponse(api.api.bookings.hours.$put({ json })),
		onSuccess(saved) {
			queryClient.setQueryData(hoursQuery.queryKey, saved.hours);
			toast({ title: "Hours Saved", description: "New bookings will follow the new hours.", tone: "success" });
			setOutside(saved.outside);
			if (saved.outside.length > 0) return;
			setDraft(draftOf(saved.hours));
			onSaved(saved.hours);
		},
		onError: (error) => error instanceof ApiError && setErrors(error.fields),
		meta: { failure: "Failed to save the hours. Please try again." },
	});

	function handleSubmit(event: FormEvent): void {
		event.preventDefault();
		if (typed.success) {
			setErrors({});
			mutate({ ...typed.data, version: hours.version });
			return;
		}
		// With their whole path: there are seven days, and any number of dates.
		const found: Record<string, string> = {};
		for (const { path, message } of typed.error.issues) found[path.join(".")] ??= message;
		flushSync(() => setErrors(found));
		form.current?.querySelector<HTMLInputElement>("[aria-invalid=true]")?.focus();
		toast({
			title: "Please Check the Form",
			description: "Correct the marked fields, then save again.",
			tone: "destructive",
		});
	}

	return (
		<form
			ref={form}
			noValidate
			onSubmit={handleSubmit}
			onKeyDown={goOnByEnter}
			className="mt-4 grid max-w-4xl items-start gap-4 lg:grid-cols-2"
		>
			<section className={panel}>
				<h2 className="font-semibold">Weekly Hours</h2>
				<p className="text-muted-foreground">
					Times are in the {hours.time_zone} time zone. Enter them in 24-hour time, such as 08:00-12:00, 13:00-17:00.
					Leave a closed day empty.
				</p>
				{dayNames.map((name, weekday) => (
					<TextField
						key={name}
						dense
						label={name}
						value={draft.weekly[weekday] ?? ""}
						placeholder="Closed"
						error={errorOf(`weekly.${weekday}`)}
						onChange={({ target }) => change({ weekly: draft.weekly.with(weekday, target.value) })}
					/>
				))}
			</section>
			<section className={panel}>
				<h2 className="font-semibold">Calls</h2>
				<CheckboxField
					label="Offer times on the website"
					checked={draft.offered}
					onChange={({ target }) => change({ offered: target.checked })}
				/>
				<CheckboxField
					label="Ask clients to confirm by email"
					checked={draft.confirm_by_mail}
					onChange={({ target }) => change({ confirm_by_mail: target.checked })}
				/>
				{Object.entries(hourNumbers).map(([name, label]) => (
					<TextField
						key={name}
						dense
						type="number"
						label={label}
						value={draft.numbers[name] ?? ""}
						error={errorOf(name)}
						onChange={({ target }) => change({ numbers: { ...draft.numbers, [name]: target.value } })}
					/>
				))}
			</section>
			<SpecialDates
				dates={draft.dates}
				error={errors.dates}
				errorOf={errorOf}
				onChange={(dates) => change({ dates })}
			/>
			<Preview hours={typed.data} />
			<div className="grid gap-4 lg:col-span-2">
				{outside.length > 0 && (
					<div role="status" className="rounded-lg border border-border bg-card p-5">
						<p className="font-semibold">
							These calls are outside the new hours. They stay as scheduled unless you move them:
						</p>
						<ul className="mt-2 grid gap-1">
							{outside.map(({ id, name, start }) => (
								<li key={id}>
									<a className="underline" href={`/admin/bookings?id=${id}`}>
										{name}
									</a>
									,{" "}
									{new Date(start).toLocaleString("en-US", {
										dateStyle: "medium",
										timeStyle: "short",
										timeZone: hours.time_zone,
									})}
								</li>
							))}
						</ul>
					</div>
				)}
				<SubmitButton busy={isPending} className="justify-self-start">
					Save
				</SubmitButton>
			</div>
			<UnsavedChangesGuard
				warning="Your changes to the hours haven't been saved."
				unsaved={() => isChanged && outside.length === 0}
			/>
		</form>
	);
}

const previewDays = 14;

/**
 * When calls could begin in the next two weeks by the hours as typed, without regard to what is booked.
 * @param props.hours undefined while something typed can't be saved; the times before it stay
 */
function Preview({ hours }: { hours: CallHours | undefined }) {
	const from = dayOfWall(wallAt(site.timeZone, new Date()));
	const { data } = useQuery({
		queryKey: [...derivedKey, "call-hours-preview", from, hours],
		queryFn: ({ signal }) =>
			parseResponse(
				api.api.bookings.hours.preview.$post({ json: { from, days: previewDays, hours } }, { init: { signal } }),
			),
		enabled: hours !== undefined,
		placeholderData: keepPreviousData,
		meta: { failure: "Failed to load the preview. Please try again." },
	});
	return (
		<section className={`${panel} lg:col-span-2`} aria-labelledby="hours-preview">
			<h2 id="hours-preview" className="font-semibold">
				Preview
			</h2>
			<p className="text-muted-foreground">
				Start times in the next two weeks, including those that are already booked.
			</p>
			{data?.days.length === 0 && <p>No start times in the next two weeks.</p>}
			<ul className="grid gap-3 sm:grid-cols-2">
				{data?.days.map(({ date, slots }) => (
					<li key={date}>
						<span className="font-semibold">{dayFormat.format(wallOfDay(date))}</span>{" "}
						<span className="text-muted-foreground">· {slots.length === 1 ? "1 time" : `${slots.length} times`}</span>
						<span className="block text-muted-foreground text-xs">{slots.map(formatTime).join(", ")}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

type SpecialDatesProps = {
	dates: SpecialDate[];
	/** Of the dates together. */
	error: string | undefined;
	errorOf: (name: string) => string | undefined;
	onChange: (dates: SpecialDate[]) => void;
};

function SpecialDates({ dates, error, errorOf, onChange }: SpecialDatesProps) {
	const set = (index: number, part: Partial<SpecialDate>) =>
		onChange(dates.map((each, place) => (place === index ? { ...each, ...part } : each)));
	const section = useRef<HTMLElement>(null);

	function add(): void {
		const key = Math.max(0, ...dates.map((each) => each.key + 1));
		flushSync(() => onChange([...dates, { key, date: "", hours: "", note: "" }]));
		section.current?.querySelector<HTMLElement>("[data-row]:last-of-type input")?.focus();
	}

	return (
		<section
			ref={section}
			aria-labelledby="special-dates"
			onKeyDown={(event) => goOnByEnter(event, add)}
			className={`${panel} lg:col-span-2`}
		>
			<h2 id="special-dates" className="font-semibold">
				Special Dates
			</h2>
			<p className="text-muted-foreground">
				On these dates, special hours replace the weekly ones. Leave a closed day empty.
			</p>
			{error && <p className="text-destructive text-xs">{error}</p>}
			{dates.map(({ key, date, hours, note }, index) => (
				<div key={key} data-row className="grid items-end gap-2 sm:grid-cols-[10rem_1fr_1fr_auto]">
					<TextField
						dense
						type="date"
						label="Date"
						value={date}
						error={errorOf(`dates.${index}.date`)}
						onChange={({ target }) => set(index, { date: target.value })}
					/>
					<TextField
						dense
						label="Hours"
						placeholder="Closed"
						value={hours}
						error={errorOf(`dates.${index}.hours`)}
						onChange={({ target }) => set(index, { hours: target.value })}
					/>
					<TextField
						dense
						label="Note"
						value={note}
						error={errorOf(`dates.${index}.note`)}
						onChange={({ target }) => set(index, { note: target.value })}
					/>
					<DeskButton onClick={() => onChange(dates.toSpliced(index, 1))}>Remove</DeskButton>
				</div>
			))}
			<DeskButton className="justify-self-start" onClick={add}>
				Add a Date
			</DeskButton>
		</section>
	);
}
