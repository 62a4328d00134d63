import { Fact, FactLink, Facts, MessageBox, RecordDialog } from "#admin/record-dialog.tsx";
import { RecordMails } from "#admin/record-mails.tsx";
import { formatMoment } from "#lib/dates.ts";
import { requestStatusLabels, requestStatusTones } from "#lib/status.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { BookingTiming } from "./booking-timing.tsx";
import { bookingsList } from "./bookings.list.ts";
import type { PresentedBooking } from "./bookings.server.ts";

export function BookingDialog({ booking, onClose }: { booking: PresentedBooking; onClose: () => void }) {
	return (
		<RecordDialog list={bookingsList} row={booking} email={booking.email} title="Booking Details" onClose={onClose}>
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
					<BookingTiming booking={booking} />
					<span className="text-muted-foreground">
						Submitted <span className="inline-block">{formatMoment(booking.created_at)}</span>
					</span>
				</Fact>
			</Facts>
			{booking.message && <MessageBox>{booking.message}</MessageBox>}
			<RecordMails table="bookings" id={booking.id} />
		</RecordDialog>
	);
}
