import { BriefcaseBusiness } from "lucide-react";
import { useMemo } from "react";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import type { Column } from "#admin/table/data-table-row.tsx";
import { DetailsButton } from "#admin/table/details-button.tsx";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { statusColumn } from "#admin/table/row-status.tsx";
import { personColumn, useRequestList } from "#features/threads/desk/request-list.tsx";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { ButtonLink } from "#ui/desk-buttons.tsx";
import { ApplicationDialog } from "./application-dialog.tsx";
import { applicantOf, applicationsCsv, applicationsList, applicationsSearch } from "./applications.list.ts";
import type { PresentedApplication } from "./applications.record.server.ts";
import { DownloadResume } from "./download-resume.tsx";
import { PositionTitle, usePositions } from "./positions.tsx";

export const meta = () => unlistedMeta("Job Applications");

export default function ApplicationsScreen() {
	const positions = usePositions();
	const search = useMemo(() => applicationsSearch(positions), [positions]);
	const requests = useRequestList<PresentedApplication>("job_applications", "application");
	const narrowings = useMemo(
		() => [
			{
				name: "of" as const,
				label: "Position",
				all: "All Positions",
				options: (positions ?? []).map(({ slug, title }) => ({ value: slug, label: title })),
				matches: ({ job_id }: PresentedApplication, slug: string) => job_id === slug,
			},
			...requests.narrowings,
		],
		[positions, requests.narrowings],
	);
	return (
		<ListScreen
			{...requests}
			list={applicationsList}
			title="Job Applications"
			subtitle="Manage and review job applications from candidates"
			action={
				<ButtonLink to="/admin/applications/jobs" icon={BriefcaseBusiness}>
					Manage Jobs
				</ButtonLink>
			}
			counted="pending"
			csv={applicationsCsv}
			nameOf={(row) => row.applicant_name}
			narrowings={narrowings}
			searchPlaceholder="Search by name, email, or position..."
			search={search}
			columns={columns}
			empty={{ title: "No applications found", hint: "Applications will appear here when candidates apply" }}
			details={(application, close) => <ApplicationDialog application={application} onClose={close} />}
		/>
	);
}

const columns: readonly Column<PresentedApplication>[] = [
	personColumn("Applicant", applicantOf, { width: "minmax(0,2fr)" }),
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
