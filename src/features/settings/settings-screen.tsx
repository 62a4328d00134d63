import { useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useAreas, useSeesScreen } from "#admin/access/screen-access.ts";
import { UnsavedChangesGuard } from "#admin/editing/unsaved-changes.tsx";
import { Panel } from "#admin/record/panel.tsx";
import { api } from "#admin/session/api-client.ts";
import { transportQuery } from "#features/mails/mail-strip.tsx";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { ButtonLink } from "#ui/desk-buttons.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { BackupPanel } from "./backup-panel.tsx";
import { FactList } from "./fact-list.tsx";
import { firmFacts } from "./firm-facts.ts";
import { ProfilePanel } from "./profile-panel.tsx";
import { SignaturePanel } from "./signature-panel.tsx";

export const meta = () => unlistedMeta("Settings");

/** Where the owner finds what concerns the site as a whole; for admins with a limit, what concerns them. */
export default function SettingsScreen() {
	const isLimited = useAreas() !== null;
	const sees = useSeesScreen();
	return (
		<>
			<ScreenTitle className="md:leading-8.5">Settings</ScreenTitle>
			<UnsavedChangesGuard
				warning="Your changes to these settings haven't been saved."
				unsaved={() => document.querySelector("form[data-unsaved]") !== null}
			/>
			<div className="mt-4 grid items-start gap-4 xl:grid-cols-2 2xl:max-w-7xl">
				<div className="grid gap-4">
					<ProfilePanel />
					<SignaturePanel />
					{sees("/admin/site") && <WebsitePanel isLimited={isLimited} />}
					{!isLimited && <SitePanels />}
				</div>
				{!isLimited && (
					<div className="grid gap-4">
						<FirmPanel />
						<ServerPanel />
					</div>
				)}
			</div>
		</>
	);
}

const WebsitePanel = ({ isLimited }: { isLimited: boolean }) => (
	<LinksPanel
		title="Website"
		lead={`The texts of your public pages${isLimited ? "." : ", and your firm's name, phone, email, and hours."}`}
		links={[{ to: "/admin/site", label: "Edit the Website" }]}
	/>
);

function SitePanels() {
	return (
		<>
			<LinksPanel
				title="People"
				lead="Invite colleagues, give someone the admin role or remove it, log someone out, or deactivate an account."
				links={[{ to: "/admin/users", label: "Users and Invitations" }]}
			/>
			<MailPanel />
			<LinksPanel
				title="Privacy and Records"
				lead="What the site stores about a person, submissions that look like spam, and who changed what."
				links={[
					{ to: "/admin/privacy", label: "Privacy" },
					{ to: "/admin/quarantine", label: "Submissions on Hold" },
					{ to: "/admin/activity", label: "Activity" },
					{ to: "/admin/report", label: "Report" },
				]}
			/>
			<BackupPanel />
		</>
	);
}

type Links = { title: string; lead: string; links: { to: string; label: string }[] };

function LinksPanel({ title, lead, links }: Links) {
	return (
		<Panel title={title} lead={lead}>
			<div className="flex flex-wrap gap-2">
				{links.map(({ to, label }) => (
					<ButtonLink key={to} to={to}>
						{label}
					</ButtonLink>
				))}
			</div>
		</Panel>
	);
}

function MailPanel() {
	const { data } = useQuery({ ...transportQuery, meta: {} });
	const state =
		data &&
		(data.server
			? `Emails are sent through ${data.server}.`
			: "No mail server is set up. Emails are kept as files and not sent.");
	return (
		<LinksPanel
			title="Email"
			lead={state ?? "How the site sends email."}
			links={[{ to: "/admin/mail", label: "Email" }]}
		/>
	);
}

function ServerPanel() {
	const { data, isError } = useQuery({
		queryKey: ["settings"],
		queryFn: ({ signal }) => parseResponse(api.api.settings.$get({}, { init: { signal } })),
	});
	return (
		<Panel
			title="The Server"
			lead="These are set on the server. To change one, ask the person who runs it, and give them the setting's name, such as SITE_URL."
		>
			{isError && !data && <p role="alert">The settings couldn't be loaded. Reload the page.</p>}
			{!data && !isError && <Skeleton className="h-48" />}
			{data && (
				<FactList facts={data.settings.map(({ label, value, variable }) => ({ label, value, note: variable }))} />
			)}
		</Panel>
	);
}

/** As the public site, invoices, and emails show it. */
function FirmPanel() {
	return (
		<Panel
			title="The Firm"
			lead={
				<>
					Name, phone, email, and hours are changed under Website. To change anything else, ask the person who runs your
					server to edit the file <code>src/site.config.ts</code> and restart (with Docker, to run{" "}
					<code>update.sh</code>).
				</>
			}
		>
			<FactList facts={firmFacts()} />
		</Panel>
	);
}
