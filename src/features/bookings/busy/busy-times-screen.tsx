import { useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useAreas } from "#admin/access/screen-access.ts";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { useSchemaForm } from "#admin/editing/schema-form.ts";
import { Panel } from "#admin/record/panel.tsx";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { formatBusyMoment } from "#features/bookings/calendar/week-formats.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { DeskButton, SubmitButton } from "#ui/desk-buttons.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { busySourceSchema, mostSources } from "./busy-times.schema.ts";
import type { getBusyTimes } from "./busy-times.server.ts";
import { busyTimesFailure, busyTimesQuery } from "./busy-times-query.ts";

export const meta = () => unlistedMeta("Busy Times");

type BusyTimes = Awaited<ReturnType<typeof getBusyTimes>>;
type Source = BusyTimes["sources"][number];

const endpoints = api.api["busy-times"];

/** Every answer is all there is to show. */
const show = (answer: BusyTimes) => queryClient.setQueryData(busyTimesQuery.queryKey, answer);

/** The caller's private calendars, which keep call times free of what the caller already does. */
export default function BusyTimesScreen() {
	const { data, isError, refetch } = useQuery(busyTimesQuery);
	const isUnlimited = useAreas() === null;
	return (
		<>
			<ScreenTitle className="md:leading-8.5">Busy Times</ScreenTitle>
			{data ? (
				<div className="mt-4 grid max-w-3xl gap-4">
					<TakesCalls {...data} />
					<Panel
						title="Your Calendars"
						lead="Paste your calendar's secret address in iCal format. Call times at which you're busy are then no longer offered. Only the times are kept: no titles, places, or people. Colleagues see when you're busy."
					>
						<ul className="grid gap-3 empty:hidden">
							{data.sources.map((source) => (
								<SourceRow key={source.id} source={source} />
							))}
						</ul>
						{data.sources.length < mostSources && <AddSource />}
					</Panel>
					{isUnlimited && <WhileUnread {...data} />}
				</div>
			) : isError ? (
				<LoadFailure text={busyTimesFailure} onRetry={() => void refetch()} />
			) : (
				<Skeleton className="mt-4 h-64 max-w-3xl" />
			)}
		</>
	);
}

function TakesCalls({ takes_calls }: BusyTimes) {
	const { mutate, isPending, variables } = useMutation({
		mutationFn: (takes: boolean) => parseResponse(endpoints.$patch({ json: { takes_calls: takes } })),
		onSuccess: show,
		meta: { failure: "Failed to save your choice. Please try again." },
	});
	return (
		<Panel
			title="Calls"
			lead="Your busy times count only while you take calls. The firm's call hours say how many calls can run at once."
		>
			<CheckboxField
				label="Takes calls"
				checked={isPending ? variables : takes_calls}
				onChange={({ target }) => mutate(target.checked)}
			/>
		</Panel>
	);
}

/** 'Read 214 events, next busy: Tuesday, November 24, 2 PM.' */
function describeSource({ events, next_busy, unreadable }: Source): string {
	const read = `Read ${events.toLocaleString("en-US")} ${events === 1 ? "event" : "events"}`;
	const next = next_busy ? `next busy: ${formatBusyMoment(next_busy)}` : "not busy ahead";
	const skipped = unreadable > 0 && `${unreadable} ${unreadable === 1 ? "event" : "events"} couldn't be read`;
	return [read, next, skipped].filter(Boolean).join(", ");
}

function SourceRow({ source }: { source: Source }) {
	const { id, host, last_four, failure, read_at } = source;
	const param = { id };
	const test = useMutation({
		mutationFn: () => parseResponse(endpoints.sources[":id"].test.$post({ param })),
		onSuccess: (answer) => {
			show(answer);
			const tested = answer.sources.find((each) => each.id === id);
			if (tested && !tested.failure)
				toast({ title: "Calendar Read", description: describeSource(tested), tone: "success" });
		},
		meta: { failure: "Failed to test the calendar. Please try again." },
	});
	const remove = useMutation({
		mutationFn: () => parseResponse(endpoints.sources[":id"].$delete({ param })),
		onSuccess: (answer) => {
			show(answer);
			toast({ title: "Calendar Removed", tone: "success" });
		},
		meta: { failure: "Failed to remove the calendar. Please try again." },
	});
	const name = `${host} …${last_four}`;
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-border border-t pt-3">
			<div className="grid min-w-0 grow gap-0.5">
				<p className="wrap-anywhere font-semibold">{name}</p>
				<p className="text-muted-foreground">{describeSource(source)}</p>
				{failure && (
					<p role="alert" className="text-destructive">
						{failure} Last read: {formatBusyMoment(read_at)}.
					</p>
				)}
			</div>
			<div className="flex flex-wrap gap-2">
				<DeskButton busy={test.isPending} aria-label={`Test ${name}`} onClick={() => test.mutate()}>
					Test
				</DeskButton>
				<ConfirmedAction
					title="Remove Calendar"
					subject={name}
					question="Remove this calendar and its busy times?"
					action="Remove Calendar"
					onConfirm={() => remove.mutate()}
					button={
						<DeskButton busy={remove.isPending} aria-label={`Remove ${name}`}>
							Remove
						</DeskButton>
					}
				/>
			</div>
		</li>
	);
}

function AddSource() {
	const { form, field, showRefusal } = useSchemaForm(busySourceSchema, { url: "" });
	const { mutate, isPending } = useMutation({
		mutationFn: (json: { url: string }) => parseResponse(endpoints.sources.$post({ json })),
		onSuccess: (answer) => {
			show(answer);
			form.reset({ url: "" });
			toast({ title: "Calendar Added", tone: "success" });
		},
		onError: showRefusal,
		meta: { failure: "Failed to add the calendar. Please try again." },
	});
	return (
		<form
			noValidate
			data-unsaved={form.formState.isDirty || undefined}
			className="grid gap-2 border-border border-t pt-3"
			onSubmit={form.handleSubmit((values) => mutate(values))}
		>
			<TextField
				label="Secret address"
				hint="It begins with https://. Anyone who has it can read your calendar, so it's kept encrypted and never shown again."
				autoComplete="off"
				spellCheck={false}
				{...field("url")}
			/>
			<SubmitButton busy={isPending} className="justify-self-start">
				{isPending ? "Reading..." : "Add Calendar"}
			</SubmitButton>
		</form>
	);
}

function WhileUnread({ unread }: BusyTimes) {
	const { mutate, isPending, variables } = useMutation({
		mutationFn: (next: BusyTimes["unread"]) => parseResponse(endpoints.settings.$put({ json: { unread: next } })),
		onSuccess: show,
		meta: { failure: "Failed to save the setting. Please try again." },
	});
	return (
		<Panel title="For the Whole Firm" lead="Applies once a calendar of someone who takes calls fails for 30 minutes.">
			<SelectField
				dense
				label="While a calendar can't be read"
				value={isPending ? variables : unread}
				onChange={({ target }) => mutate(target.value === "none" ? "none" : "keep")}
				options={[
					{ value: "keep", label: "Keep its last known times" },
					{ value: "none", label: "Offer no times" },
				]}
			/>
		</Panel>
	);
}
