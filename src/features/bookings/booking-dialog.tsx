import { Fact, FactLink, Facts, MessageBox, RecordDialog } from "#admin/record/record-dialog.tsx";
import { RecordActivity } from "#features/activity/record-activity.tsx";
import { RecordMails } from "#features/mails/record-mails.tsx";
import { PersonHistory } from "#features/people/person-history.tsx";
import { requestStatusLabels, requestStatusTones } from "#lib/status.ts";
import { formatMoment } from "#lib/time/dates.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { BookingTiming } from "./booking-timing.tsx";
import { bookingsList } from "./bookings.list.ts";
import type { PresentedBooking } from "./bookings.server.ts";

export function BookingDialog({ booking, onClose }: { booking: PresentedBooking; onClose: () => void }) {
	return (
		<RecordDialog
			list={bookingsList}
			row={booking}
			history={
				<>
					<PersonHistory email={booking.email} except={booking.id} />
					<RecordActivity table="bookings" id={booking.id} />
				</>
			}
			title="Booking Details"
			onClose={onClose}
		>
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
