import { Link } from "react-router";
import { useSeesScreen } from "#admin/access/screen-access.ts";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { ResponseTimesSummary } from "#admin/record/response-times.tsx";
import { useIsAdmin } from "#admin/session/use-is-admin.ts";
import type { Column } from "#admin/table/data-table-row.tsx";
import { DetailsButton } from "#admin/table/details-button.tsx";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { statusColumn } from "#admin/table/row-status.tsx";
import { personColumn, useRequestList } from "#features/threads/desk/request-list.tsx";
import { firm } from "#lib/firm.ts";
import { counted } from "#lib/text/text.ts";
import { formatDay, formatTimeOfDay } from "#lib/time/dates.ts";
import { formatFirmTime } from "#lib/time/firm-moment.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { site } from "#site.config.ts";
import { AddBookingDialog, BookingDialog } from "./booking-dialogs.tsx";
import { bookingsCsv, bookingsList, bookingsSearch, loadBookingResponseTimes } from "./bookings.list.ts";
import type { PresentedBooking } from "./bookings.record.server.ts";
import { bookingUrgency } from "./bookings.schema.ts";

export const meta = () => unlistedMeta("Bookings");

/** The same screen at /admin/bookings and at /bookings. */
export default function BookingsScreen() {
	const { callMinutes } = firm();
	const isAdmin = useIsAdmin();
	const sees = useSeesScreen();
	const requests = useRequestList<PresentedBooking>("bookings", "booking");
	return (
		<ListScreen
			{...requests}
			list={bookingsList}
			title="Consultation Bookings"
			notice={
				<>
					{isAdmin && (
						<nav aria-label="Calls" className="mt-2 flex flex-wrap gap-x-5">
							<ScreenLink to="/admin/bookings/calendar">Calendar</ScreenLink>
							{sees("/admin/bookings/hours") && <ScreenLink to="/admin/bookings/hours">Call Hours</ScreenLink>}
						</nav>
					)}
					{requests.notice}
				</>
			}
			action={isAdmin && <AddBookingDialog />}
			insight={
				<ResponseTimesSummary
					of="bookings"
					load={loadBookingResponseTimes}
					promise={
						callMinutes ? `handled within ${counted(callMinutes, "minute")} during business hours` : "handled in time"
					}
				/>
			}
			counted="new"
			csv={bookingsCsv}
			nameOf={(row) => row.name}
			searchPlaceholder="Search by name, email, or service..."
			search={bookingsSearch}
			columns={columns}
			urgencyOf={bookingUrgency}
			empty={{
				title: "No bookings found",
				hint: "Booking requests will appear here when clients submit the consultation form",
			}}
			details={(booking, close) => <BookingDialog booking={booking} onClose={close} />}
		/>
	);
}

const ScreenLink = ({ to, children }: { to: string; children: string }) => (
	<Link to={to} className="inline-flex min-h-11 items-center underline underline-offset-2 md:min-h-6">
		{children}
	</Link>
);

const columns: readonly Column<PresentedBooking>[] = [
	personColumn("Client", (row) => row, { width: "minmax(0,2.5fr)", narrowWidth: "minmax(0,1.2fr)" }),
	{
		header: "Service",
		width: "minmax(0,1.6fr)",
		narrowWidth: "7.75rem",
		card: "max-md:col-start-1 max-md:row-start-2",
		cell: (row) => <span className="line-clamp-2">{row.service_type}</span>,
	},
	{
		header: "Preferred Date/Time",
		width: "minmax(9.25rem,1.2fr)",
		narrowWidth: "6.75rem",
		card: "max-md:col-start-1 max-md:row-start-3",
		cardLabel: "Preferred",
		cell: (row) => <PreferredTime {...row} />,
	},
	{
		header: "Submitted",
		width: "minmax(6.5rem,1fr)",
		narrowWidth: "6.25rem",
		card: "max-md:col-start-2 max-md:row-start-2 max-md:justify-self-end",
		cardLabel: "Submitted",
		cell: (row) => <RelativeTime at={row.created_at} />,
	},
	statusColumn(bookingsList, (row) => row.name, { width: "8.25rem" }),
	{
		header: "Actions",
		width: "6.5rem",
		card: "max-md:col-start-2 max-md:row-start-3 max-md:justify-self-end",
		cell: (row) => <DetailsButton id={row.id} of={row.name} />,
	},
];

function PreferredTime({ preferred_date: date, preferred_time: time, call }: PresentedBooking) {
	if (call?.state === "held" && call.expires) {
		return <span className="text-muted-foreground">Held until {formatFirmTime(site, new Date(call.expires))}</span>;
	}
	if (!date && !time) return <span className="text-muted-foreground">Flexible</span>;
	return (
		<div className="leading-tight max-md:contents">
			<span className="md:block">{date ? formatDay(date) : "Flexible"}</span>
			<span className="md:hidden">, </span>
			<span className="text-muted-foreground md:block">
				{time ? formatTimeOfDay(time) : "Flexible"}
				{call?.state === "booked" && " · Confirmed"}
			</span>
		</div>
	);
}
