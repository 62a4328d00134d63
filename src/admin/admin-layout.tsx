import { Outlet } from "react-router";
import { AdminGuard } from "./admin-guard.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

export default function AdminLayout() {
	return (
		<AdminGuard>
			<div className="grid flex-1 lg:grid-cols-[13.5rem_minmax(0,1fr)]">
				<Sidebar />
				<div className="flex min-w-0 flex-col">
					<TopBar />
					<main id="main" className="min-w-0 flex-1 p-4 md:p-5">
						<Outlet />
					</main>
				</div>
			</div>
		</AdminGuard>
	);
}
