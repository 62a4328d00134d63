import { Link } from "react-router";
import { addingPath } from "#admin/record/open-row.ts";

/** Opens the form for a booking of this person, filled in as far as they are known. */
export function AddBookingLink(person: { name: string | undefined; email: string; phone: string | null | undefined }) {
	return (
		<Link
			to={addingPath("/admin/bookings", person)}
			className="inline-flex min-h-6 items-center text-xs underline underline-offset-2 max-md:min-h-11"
		>
			Add Booking
		</Link>
	);
}
