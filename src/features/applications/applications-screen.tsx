import { BriefcaseBusiness } from "lucide-react";
import { useMemo } from "react";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { type Column, cardPlaces } from "#admin/table/data-table-row.tsx";
import { DetailsButton } from "#admin/table/details-button.tsx";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { PersonCell } from "#admin/table/person-cell.tsx";
import { statusColumn } from "#admin/table/row-status.tsx";
import { QuarantineNotice } from "#features/quarantine/quarantine-notice.tsx";
import { AlsoInConversations } from "#features/threads/desk/also-in-conversations.tsx";
import { AssignSelected, useAssignmentFilter } from "#features/threads/desk/assignment.tsx";
import { ThreadMarks } from "#features/threads/desk/thread-marks.tsx";
import { InboundNotice } from "#features/threads/received/inbound-notice.tsx";
import { replyKeys } from "#features/threads/writing/composing.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { ApplicationDialog } from "./application-dialog.tsx";
import { applicationsCsv, applicationsList, applicationsSearch } from "./applications.list.ts";
import type { PresentedApplication } from "./applications.record.server.ts";
import { DownloadResume } from "./download-resume.tsx";
import { PositionTitle, usePositions } from "./positions.tsx";

export const meta = () => unlistedMeta("Job Applications");

export default function ApplicationsScreen() {
	const positions = usePositions();
	const search = useMemo(() => applicationsSearch(positions), [positions]);
	const assignments = useAssignmentFilter<PresentedApplication>("job_applications");
	const narrowings = useMemo(
		() => [
			{
				name: "of" as const,
				label: "Position",
				all: "All Positions",
				options: (positions ?? []).map(({ slug, title }) => ({ value: slug, label: title })),
				matches: ({ job_id }: PresentedApplication, slug: string) => job_id === slug,
			},
			...assignments,
		],
		[positions, assignments],
	);
	return (
		<ListScreen
			list={applicationsList}
			title="Job Applications"
			notice={
				<>
					<InboundNotice />
					<QuarantineNotice form="application" className="mt-3" />
				</>
			}
			subtitle="Manage and review job applications from candidates"
			action={
				<ButtonLink to="/admin/applications/jobs" size="dense" variant="secondary">
					<BriefcaseBusiness aria-hidden className="size-4" strokeWidth={1.75} />
					Manage Jobs
				</ButtonLink>
			}
			counted={pending}
			csv={applicationsCsv}
			nameOf={(row) => row.applicant_name}
			narrowings={narrowings}
			selectionAction={(rows, done) => <AssignSelected table="job_applications" rows={rows} onDone={done} />}
			below={(_rows, query) => <AlsoInConversations table="job_applications" query={query} />}
			searchPlaceholder="Search by name, email, or position..."
			search={search}
			columns={columns}
			empty={{ title: "No applications found", hint: "Applications will appear here when candidates apply" }}
			rowKeys={rowKeys}
			details={(application, close) => <ApplicationDialog application={application} onClose={close} />}
		/>
	);
}

const pending = { status: "pending", label: "pending", tone: "yellow" } as const;

const rowKeys = replyKeys("job_applications");

const columns: readonly Column<PresentedApplication>[] = [
	{
		header: "Applicant",
		width: "minmax(0,2fr)",
		card: cardPlaces.head,
		cell: (row) => (
			<PersonCell
				mark={<ThreadMarks id={row.id} />}
				name={row.applicant_name}
				email={row.applicant_email}
				phone={row.applicant_phone}
			/>
		),
	},
	{
		header: "Position",
		width: "minmax(0,1.6fr)",
		card: "max-md:col-span-2 max-md:row-start-2",
		cell: (row) => (
			<p className="line-clamp-2 wrap-break-word max-md:line-clamp-1">
				<PositionTitle slug={row.job_id} />
			</p>
		),
	},
	{
		header: "Applied",
		width: "minmax(9.25rem,1fr)",
		narrowWidth: "6.25rem",
		card: "max-md:col-start-1 max-md:row-start-3",
		cardLabel: "Applied",
		cell: (row) => <RelativeTime at={row.applied_at} />,
	},
	statusColumn(applicationsList, (row) => row.applicant_name, { width: "8.5rem" }),
	{
		header: "Actions",
		width: "9.5rem",
		narrowWidth: "8.5rem",
		card: "max-md:col-start-2 max-md:row-start-3 max-md:justify-self-end",
		cell: (row) => (
			<span className="flex gap-1.5">
				<DetailsButton id={row.id} of={row.applicant_name} />
				{row.resume_url && <DownloadResume application={row} />}
			</span>
		),
	},
];
