import { Outlet } from "react-router";
import { SessionGuard } from "#admin/session/admin-guard.tsx";
import { ThemeColours } from "./theme.tsx";
import { TopBar } from "./top-bar.tsx";

/** The bookings screen at /bookings, which asks for a session only: who is no admin gets no data from the server. */
export default function BookingsLayout() {
	return (
		<>
			<ThemeColours />
			<SessionGuard>
				<div className="flex min-w-0 grow flex-col text-dense">
					<TopBar />
					<div className="flex min-w-0 grow flex-col p-4 md:p-5">
						<Outlet />
					</div>
				</div>
			</SessionGuard>
		</>
	);
}
