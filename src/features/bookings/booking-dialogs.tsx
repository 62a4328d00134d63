import { parseResponse } from "hono/client";
import { Link } from "react-router";
import { useSeesScreen } from "#admin/access/screen-access.ts";
import { AddDialog } from "#admin/editing/add-dialog.tsx";
import { useAdding } from "#admin/record/open-row.ts";
import { Fact, MessageBox } from "#admin/record/record-dialog.tsx";
import { api } from "#admin/session/api-client.ts";
import { ReplyButton } from "#features/threads/desk/reply-button.tsx";
import { RequestDialog } from "#features/threads/desk/request-dialog.tsx";
import { requestStatusOptions } from "#lib/status.ts";
import { formatMoment } from "#lib/time/dates.ts";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { askAboutTime } from "./book-anyway.tsx";
import { BookingTiming } from "./booking-timing.tsx";
import { bookingsList } from "./bookings.list.ts";
import type { PresentedBooking } from "./bookings.record.server.ts";
import { bookingInputSchema } from "./bookings.schema.ts";
import { InviteField } from "./invite-field.tsx";
import { serviceTypes } from "./service-types.ts";

/** What staff enter by hand. @param at the day and time to begin with; the dialog is then open until `onClose` */
export function AddBookingDialog({ at, onClose }: { at?: { date: string; time: string }; onClose?: () => void }) {
	const { person } = useAdding();
	return (
		<AddDialog
			onClose={onClose}
			list={bookingsList}
			title="Add Booking"
			schema={bookingInputSchema}
			defaultValues={{
				...person,
				blocked_until_date: "",
				blocked_until_time: "",
				preferred_date: at?.date ?? "",
				preferred_time: at?.time ?? "",
				message: "",
				status: "new",
				invite: true,
			}}
			missingText="Please fill in name, email, and service type."
			create={({ blocked_until_date, blocked_until_time, ...booking }, anyway) => {
				const end = {
					...(blocked_until_date && { blocked_until_date }),
					...(blocked_until_time && { blocked_until_time }),
				};
				const ask = booking.preferred_date && !anyway && { if_free: true };
				return parseResponse(api.api.bookings.$post({ json: { ...booking, ...end, ...ask } }));
			}}
			overruling={askAboutTime}
			success={{ title: "Booking Added", description: "New booking has been created successfully" }}
			undo={({ id }) => parseResponse(api.api.bookings[":id"].$delete({ param: { id } }))}
			failure="Failed to add new booking"
			fields={({ form, field }) => (
				<>
					<TextField label="Name" {...field("name")} />
					<TextField label="Email" type="email" {...field("email")} />
					<TextField label="Phone" type="tel" {...field("phone")} />
					<SelectField
						label="Service Type"
						placeholder="Select a service"
						options={serviceTypes.map((type) => ({ value: type, label: type }))}
						{...field("service_type")}
					/>
					<TextField label="Preferred Date" type="date" {...field("preferred_date")} />
					<TextField label="Preferred Time" type="time" {...field("preferred_time")} />
					{form.watch("service_type") === "Blocked Time" && (
						<>
							<TextField label="Blocked Until Date" type="date" {...field("blocked_until_date")} />
							<TextField label="Blocked Until Time" type="time" {...field("blocked_until_time")} />
						</>
					)}
					<InviteField booking={form.watch()} {...form.register("invite")} />
					<TextArea label="Message" rows={4} className="sm:col-span-2" {...field("message")} />
					<SelectField label="Status" options={requestStatusOptions} {...field("status")} />
				</>
			)}
		/>
	);
}

export function BookingDialog({ booking, onClose }: { booking: PresentedBooking; onClose: () => void }) {
	const sees = useSeesScreen();
	const invoicePath = `/admin/invoices/new?${new URLSearchParams({ client: booking.email, item: booking.service_type })}`;
	return (
		<RequestDialog
			table="bookings"
			list={bookingsList}
			row={booking}
			person={booking}
			personLink={
				sees(invoicePath) && (
					<Link
						to={invoicePath}
						className="inline-flex min-h-6 items-center underline underline-offset-2 max-md:min-h-9"
					>
						New Invoice
					</Link>
				)
			}
			facts={
				<>
					<Fact label="Service">{booking.service_type}</Fact>
					<Fact label="Timing">
						<BookingTiming booking={booking} />
						<span className="text-muted-foreground">
							Submitted <span className="inline-block">{formatMoment(booking.created_at)}</span>
						</span>
					</Fact>
				</>
			}
			title="Booking Details"
			actions={<ReplyButton table="bookings" id={booking.id} />}
			onClose={onClose}
		>
			{booking.message && <MessageBox>{booking.message}</MessageBox>}
		</RequestDialog>
	);
}
