import type { ReactNode } from "react";
import { Fact, FactLink, Facts, MessageBox, RecordDialog } from "#admin/record-dialog.tsx";
import { formatDayLong, formatMoment, formatTimeOfDay } from "#lib/dates.ts";
import { requestStatusLabels, requestStatusTones } from "#lib/status.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { bookingsList } from "./bookings.list.ts";
import type { PresentedBooking } from "./bookings.server.ts";

export function BookingDialog({ booking, onClose }: { booking: PresentedBooking; onClose: () => void }) {
	const { preferred_date, preferred_time } = booking;
	return (
		<RecordDialog list={bookingsList} row={booking} title="Booking Details" onClose={onClose}>
			<Facts>
				<Fact label="Contact">
					<span className="font-semibold">{booking.name}</span>
					<FactLink href={`mailto:${booking.email}`}>{booking.email}</FactLink>
					{booking.phone && <FactLink href={`tel:${booking.phone}`}>{booking.phone}</FactLink>}
				</Fact>
				<Fact label="Service">
					{booking.service_type}
					<StatusBadge tone={requestStatusTones[booking.status]} className="mt-1">
						{requestStatusLabels[booking.status]}
					</StatusBadge>
				</Fact>
				<Fact label="Timing">
					<span>
						<Quiet>Date:</Quiet> {preferred_date ? formatDayLong(preferred_date) : "Flexible"}
					</span>
					<span>
						<Quiet>Time:</Quiet> {preferred_time ? formatTimeOfDay(preferred_time) : "Flexible"}
					</span>
					<Quiet>Submitted {formatMoment(booking.created_at)}</Quiet>
				</Fact>
			</Facts>
			{booking.message && <MessageBox>{booking.message}</MessageBox>}
		</RecordDialog>
	);
}

function Quiet({ children }: { children: ReactNode }) {
	return <span className="text-muted-foreground">{children}</span>;
}
