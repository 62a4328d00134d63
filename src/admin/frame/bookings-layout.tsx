import { Outlet } from "react-router";
import { SessionGuard } from "#admin/session/admin-guard.tsx";
import { ThemeColours } from "./theme.tsx";
import { TopBar } from "./top-bar.tsx";

/** The bookings screen at /bookings, which requires only a session. The server sends its data only to admins. */
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
