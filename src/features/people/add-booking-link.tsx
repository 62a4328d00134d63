import { Link } from "react-router";
import { useSeesScreen } from "#admin/access/screen-access.ts";
import { addingPath } from "#admin/record/open-row.ts";

const bookings = "/admin/bookings";

/** Opens the form for a booking of this person, filled in as far as they are known. */
export function AddBookingLink(person: { name: string | undefined; email: string; phone: string | null | undefined }) {
	const sees = useSeesScreen();
	if (!sees(bookings)) return null;
	return (
		<Link
			to={addingPath(bookings, person)}
			className="inline-flex min-h-6 items-center text-xs underline underline-offset-2 max-md:min-h-11"
		>
			Add Booking
		</Link>
	);
}
