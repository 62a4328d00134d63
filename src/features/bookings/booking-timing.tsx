import { useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useRef, useState } from "react";
import type { z } from "zod";
import { useSchemaForm } from "#admin/editing/schema-form.ts";
import { toastWithUndo } from "#admin/lists/last-change.ts";
import { useDialogKeys } from "#admin/record/dialog-keys.ts";
import { api } from "#admin/session/api-client.ts";
import { describeFailure, queryClient } from "#admin/session/query-client.ts";
import { useUndoTime } from "#features/mails/mail-strip.tsx";
import { formatDayLong, formatTimeOfDay } from "#lib/time/dates.ts";
import { formatFirmMomentLong, formatFirmTime } from "#lib/time/firm-moment.ts";
import { dayMs, dayOfWall, wallAt } from "#lib/time/zone-clock.ts";
import { site } from "#site.config.ts";
import { DeskButton, SubmitButton } from "#ui/desk-buttons.tsx";
import { TextField } from "#ui/field.tsx";
import { useEscape } from "#ui/focus/escape.ts";
import { holdKeys } from "#ui/focus/held-keys.ts";
import { leaveForm } from "#ui/focus/leave-form.ts";
import { toast } from "#ui/toast.ts";
import { BookAnyway, isQuestioned } from "./book-anyway.tsx";
import { bookingsList } from "./bookings.list.ts";
import type { PresentedBooking } from "./bookings.record.server.ts";
import { bookingInputSchema } from "./bookings.schema.ts";
import { InviteField } from "./invite-field.tsx";

type Timed = Pick<
	PresentedBooking,
	"id" | "preferred_date" | "preferred_time" | "service_type" | "status" | "invite" | "mail_waits" | "call"
>;

/** The booking's date and time, and a small form to change them. */
export function BookingTiming({ booking }: { booking: Timed }) {
	const [editing, setEditing] = useState(false);
	const undoTime = useUndoTime();
	const place = useRef<HTMLSpanElement>(null);
	useDialogKeys(place, { m: () => setEditing(true) });
	const { preferred_date, preferred_time } = booking;
	if (editing) return <TimingForm booking={booking} onDone={() => setEditing(false)} />;
	return (
		<>
			<span ref={place}>
				<span className="text-muted-foreground">Date:</span>{" "}
				{preferred_date ? formatDayLong(preferred_date) : "Flexible"}
			</span>
			<span>
				<span className="text-muted-foreground">Time:</span>{" "}
				{preferred_time ? formatTimeOfDay(preferred_time) : "Flexible"}
			</span>
			<CallState call={booking.call} />
			{booking.mail_waits && (
				<span role="status" className="text-muted-foreground">
					An email about this change will be sent within {undoTime}. To stop it, undo the change.
				</span>
			)}
			<button
				type="button"
				title="Change date and time (M)"
				aria-keyshortcuts="M"
				onClick={() => setEditing(true)}
				className="inline-flex min-h-6 cursor-pointer items-center underline underline-offset-2 max-md:min-h-9"
			>
				Change date and time
			</button>
		</>
	);
}

function CallState({ call }: Pick<Timed, "call">) {
	const { data: rows } = useQuery({ ...bookingsList.query, enabled: false });
	if (!call) return null;
	const others = (rows ?? []).filter(({ id }) => call.overlaps.includes(id)).map(({ name }) => name);
	return (
		<>
			{call.state === "booked" && (
				<>
					<span className="font-semibold">Confirmed for {formatFirmMomentLong(site, new Date(call.start))}</span>
					<span className="text-muted-foreground">To cancel the call, set its status to Closed.</span>
				</>
			)}
			{call.state === "held" && call.expires && (
				<span className="font-semibold">
					{formatFirmMomentLong(site, new Date(call.start))}: Held until {formatFirmTime(site, new Date(call.expires))}
				</span>
			)}
			{call.state === "cancelled" && (
				<span>
					Canceled by {call.cancelled_by === "guest" ? "the client" : "staff"}
					{call.cancel_reason && `: ${call.cancel_reason}`}
				</span>
			)}
			{call.busy && (
				<span className="text-destructive">Busy in {call.busy.map((name) => `${name}'s calendar`).join(", ")}</span>
			)}
			{others.length > 0 && <span className="text-destructive">Overlaps {others.join(", ")}</span>}
		</>
	);
}

const timingSchema = bookingInputSchema.pick({
	preferred_date: true,
	preferred_time: true,
	blocked_until_date: true,
	blocked_until_time: true,
	invite: true,
});
type Timing = z.output<typeof timingSchema>;

function useSaveTiming(id: string) {
	const save = useMutation({
		mutationFn: ({ to, from, anyway }: { to: Timing; from?: Timing; anyway?: boolean }) =>
			parseResponse(
				api.api.bookings[":id"].$patch({ param: { id }, json: { ...to, ...(from && !anyway && { if_free: true }) } }),
			),
		onSuccess(row, { from }) {
			bookingsList.storeRows([row]);
			const description = from ? "Date and time have been saved." : "The earlier date and time have been restored.";
			toastWithUndo({ title: "Booking Updated", description, tone: "success" }, from && (() => restore(row, from)));
		},
		meta: {
			failure: (error) =>
				isQuestioned(error) ? undefined : describeFailure(error, "Failed to save date and time. Please try again."),
		},
	});
	/** Unless someone else has moved it again: Ctrl+Z may come long after the toast. */
	function restore(saved: Timed, from: Timing): void {
		const current = queryClient.getQueryData(bookingsList.query.queryKey)?.find((row) => row.id === id);
		if (!current || timeOf(current) === timeOf(saved)) save.mutate({ to: from });
		else {
			toast({
				title: "Error",
				description: "Someone else has changed the date and time. Check them and change them again.",
				tone: "destructive",
			});
		}
	}
	return save;
}

const timeOf = ({ preferred_date, preferred_time, call }: Timed) =>
	[preferred_date, preferred_time, call?.start, call?.end].join();

/** How staff write the end of a block; of a call, nothing. */
function writtenEnd({ service_type, call }: Timed): Pick<Timing, "blocked_until_date" | "blocked_until_time"> {
	if (service_type !== "Blocked Time" || !call) return {};
	const wall = wallAt(site.timeZone, new Date(call.end));
	// Midnight is the end of the day before it.
	if (wall % dayMs === 0) return { blocked_until_date: dayOfWall(wall - dayMs), blocked_until_time: null };
	return { blocked_until_date: dayOfWall(wall), blocked_until_time: new Date(wall).toISOString().slice(11, 16) };
}

type TimingFormProps = {
	booking: Timed;
	/** To begin with, in place of the booking's own. */
	to?: { date: string; time: string | undefined };
	onDone: () => void;
};

export function TimingForm({ booking, to, onDone }: TimingFormProps) {
	const { preferred_date, preferred_time, invite, service_type, status } = booking;
	const from = { preferred_date, preferred_time, ...writtenEnd(booking), invite };
	const { form, field, showRefusal } = useSchemaForm(timingSchema, {
		...from,
		preferred_date: to?.date ?? preferred_date,
		// To the minute, as fields have it.
		preferred_time: to?.time ?? preferred_time?.slice(0, 5) ?? "",
	});
	const save = useSaveTiming(booking.id);
	const { error, variables } = save;
	useEscape(onDone);
	async function saveTiming(to: Timing): Promise<void> {
		const saved = save.mutateAsync({ to, from });
		void holdKeys(saved.then(() => true));
		await saved.then(onDone, showRefusal);
	}
	return (
		<form
			noValidate
			onSubmit={form.handleSubmit(saveTiming)}
			data-unsaved={form.formState.isDirty ? "The date and time haven't been saved." : undefined}
			className="flex w-full flex-col gap-2"
		>
			{isQuestioned(error) && variables && (
				<BookAnyway
					isMove
					refusal={error}
					onBack={save.reset}
					onAnyway={() => save.mutate({ ...variables, anyway: true }, { onSuccess: onDone })}
					onChoose={(time) => void saveTiming({ ...variables.to, preferred_time: time })}
				/>
			)}
			<TextField label="Date" type="date" autoFocus={!to} {...field("preferred_date")} />
			<TextField label="Time" type="time" {...field("preferred_time")} />
			{service_type === "Blocked Time" && (
				<>
					<TextField label="Blocked Until Date" type="date" {...field("blocked_until_date")} />
					<TextField label="Blocked Until Time" type="time" {...field("blocked_until_time")} />
				</>
			)}
			<InviteField booking={{ service_type, status, ...form.watch() }} {...form.register("invite")} />
			<div className="flex flex-wrap gap-2">
				<SubmitButton busy={save.isPending}>Save</SubmitButton>
				<DeskButton onClick={() => leaveForm(onDone)}>Cancel</DeskButton>
			</div>
		</form>
	);
}
