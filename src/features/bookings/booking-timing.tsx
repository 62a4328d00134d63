import { useMutation, useQueryClient } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { type FormEvent, useState } from "react";
import { api } from "#admin/api-client.ts";
import { formatDayLong, formatTimeOfDay } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";
import { bookingsList } from "./bookings.list.ts";
import type { PresentedBooking } from "./bookings.server.ts";

type Timed = Pick<PresentedBooking, "id" | "preferred_date" | "preferred_time" | "service_type">;

/** The booking's date and time, and a small form to change them. */
export function BookingTiming({ booking }: { booking: Timed }) {
	const [editing, setEditing] = useState(false);
	const { preferred_date, preferred_time } = booking;
	if (editing) return <TimingForm booking={booking} onDone={() => setEditing(false)} />;
	return (
		<>
			<span>
				<span className="text-muted-foreground">Date:</span>{" "}
				{preferred_date ? formatDayLong(preferred_date) : "Flexible"}
			</span>
			<span>
				<span className="text-muted-foreground">Time:</span>{" "}
				{preferred_time ? formatTimeOfDay(preferred_time) : "Flexible"}
			</span>
			<button
				type="button"
				onClick={() => setEditing(true)}
				className="inline-flex min-h-6 cursor-pointer items-center underline underline-offset-2 max-md:min-h-9"
			>
				Change date and time
			</button>
		</>
	);
}

function TimingForm({ booking, onDone }: { booking: Timed; onDone: () => void }) {
	const client = useQueryClient();
	const { mutate, isPending } = useMutation({
		mutationFn: (json: { preferred_date: string; preferred_time: string }) =>
			parseResponse(api.api.bookings[":id"].$patch({ param: { id: booking.id }, json })),
		onSuccess(row) {
			client.setQueryData(bookingsList.query.queryKey, (rows) => rows && bookingsList.merge(rows, [row]));
			toast({ title: "Booking Updated", description: "Date and time have been saved.", tone: "success" });
			onDone();
		},
		meta: { failure: "Failed to save date and time. Please try again." },
	});
	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const fields = new FormData(event.currentTarget);
		mutate({ preferred_date: String(fields.get("date")), preferred_time: String(fields.get("time")) });
	}
	const invited = booking.service_type === "Blocked Time" ? "Staff" : "Client and staff";
	return (
		<form onSubmit={handleSubmit} className="grid w-full gap-2">
			<TextField dense label="Date" type="date" name="date" defaultValue={booking.preferred_date ?? ""} />
			<TextField dense label="Time" type="time" name="time" defaultValue={booking.preferred_time?.slice(0, 5) ?? ""} />
			<p className="text-muted-foreground text-xs">
				{invited} get an invitation, or its update, by mail once both are set.
			</p>
			<div className="flex flex-wrap gap-2">
				<Button type="submit" size="dense" busy={isPending}>
					Save
				</Button>
				<Button size="dense" variant="secondary" onClick={onDone}>
					Cancel
				</Button>
			</div>
		</form>
	);
}
