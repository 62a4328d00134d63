import { Outlet } from "react-router";
import { AdminGuard } from "#admin/session/admin-guard.tsx";
import { Sidebar } from "./sidebar.tsx";
import { ThemeColours } from "./theme.tsx";
import { TopBar } from "./top-bar.tsx";

export default function AdminLayout() {
	return (
		<>
			<ThemeColours />
			<AdminGuard>
				<div className="grid grow text-dense lg:grid-cols-[13.5rem_minmax(0,1fr)]">
					<Sidebar />
					<div className="flex min-w-0 flex-col">
						<TopBar sections />
						<div className="flex min-w-0 grow flex-col p-4 md:p-5">
							<Outlet />
						</div>
					</div>
				</div>
			</AdminGuard>
		</>
	);
}
