import { Outlet } from "react-router";
import { SeenScreen } from "#admin/access/foreign-section.tsx";
import { UnsavedFormQuestion } from "#admin/editing/unsaved-changes.tsx";
import { SessionGuard } from "#admin/session/admin-guard.tsx";
import { useIsAdmin } from "#admin/session/use-is-admin.ts";
import { DeskKeys } from "./desk-keys.tsx";
import { useLostFocus } from "./lost-focus.ts";
import { ThemeColours } from "./theme.tsx";
import { TopBar } from "./top-bar.tsx";

/** Around what asks for a session only: Security, and the bookings screen at /bookings, which only admins get data for. */
export default function AccountLayout() {
	useLostFocus();
	const isAdmin = useIsAdmin();
	return (
		<>
			<ThemeColours />
			{isAdmin && <DeskKeys />}
			<UnsavedFormQuestion />
			<SessionGuard>
				<div className="flex min-w-0 grow flex-col text-dense">
					<TopBar sections={isAdmin} />
					<div className="flex min-w-0 grow flex-col p-4 md:p-5">{isAdmin ? <SeenScreen /> : <Outlet />}</div>
				</div>
			</SessionGuard>
		</>
	);
}
