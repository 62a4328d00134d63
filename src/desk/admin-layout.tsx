import { SeenScreen } from "#admin/access/foreign-section.tsx";
import { UnsavedFormQuestion } from "#admin/editing/unsaved-changes.tsx";
import { AdminGuard } from "#admin/session/admin-guard.tsx";
import { MessageToasts } from "#features/inbound/received/message-toasts.tsx";
import { MailStrip } from "#features/mails/mail-strip.tsx";
import { DeskKeys } from "./desk-keys.tsx";
import { useLostFocus } from "./lost-focus.ts";
import { ScreenToasts } from "./screen-toasts.tsx";
import { ScreensAhead } from "./screens-ahead.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TabCount } from "./tab-count.tsx";
import { ThemeColours } from "./theme.tsx";
import { TopBar } from "./top-bar.tsx";

export default function AdminLayout() {
	useLostFocus();
	return (
		<>
			<ThemeColours />
			<DeskKeys />
			<UnsavedFormQuestion />
			<ScreenToasts />
			<AdminGuard>
				<MessageToasts />
				<ScreensAhead />
				<div data-desk className="grid grow text-dense lg:grid-cols-[13.5rem_minmax(0,1fr)]">
					<Sidebar />
					<div className="flex min-w-0 flex-col">
						<TopBar sections />
						<MailStrip />
						<div id="screen" tabIndex={-1} className="flex min-w-0 grow flex-col p-4 outline-none! md:p-5">
							<TabCount />
							<SeenScreen />
						</div>
					</div>
				</div>
			</AdminGuard>
		</>
	);
}
