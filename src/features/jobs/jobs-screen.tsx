import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo } from "react";
import { Link, useNavigate } from "react-router";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { type Column, cardPlaces } from "#admin/table/data-table-row.tsx";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/desk-buttons.tsx";
import { BackToApplications } from "./back-link.tsx";
import { JobActions } from "./job-actions.tsx";
import { useApplicants } from "./job-queries.ts";
import { applicantsQuery, jobsCsv, jobsList, jobsPath, jobsSearch } from "./jobs.list.ts";
import type { PresentedJob } from "./jobs.record.server.ts";
import { jobStatusLabels, jobStatusTones } from "./jobs.schema.ts";

export const meta = () => unlistedMeta("Jobs");

const newJob = (
	<ButtonLink to={`${jobsPath}/new`} variant="primary" icon={Plus}>
		New Job
	</ButtonLink>
);

export default function JobsScreen() {
	const { data: applicants } = useQuery(applicantsQuery);
	const csv = useMemo(() => applicants && jobsCsv(applicants), [applicants]);
	const navigate = useNavigate();
	return (
		<>
			<BackToApplications />
			<ListScreen
				list={jobsList}
				title="Jobs"
				subtitle="Open jobs are shown on the careers page"
				action={newJob}
				counted="open"
				csv={csv}
				nameOf={(row) => row.title}
				searchPlaceholder="Search by title, location, or type..."
				search={jobsSearch}
				columns={columns}
				empty={{ title: "No jobs found", hint: "Jobs will appear here and, while open, on the careers page" }}
				onOpen={(job) => void navigate(`${jobsPath}/${job.id}`)}
			/>
		</>
	);
}

function Applicants({ job }: { job: PresentedJob }) {
	const count = useApplicants(job);
	if (count === undefined) return null;
	const noun = count === 1 ? "applicant" : "applicants";
	return (
		<Link
			to={`/admin/applications?of=${job.slug}`}
			aria-label={`${count} ${noun} for ${job.title}`}
			className="tabular-nums underline underline-offset-2"
		>
			{count}
			<span className="md:hidden"> {noun}</span>
		</Link>
	);
}

const columns: readonly Column<PresentedJob>[] = [
	{
		header: "Job",
		width: "minmax(0,2.4fr)",
		card: cardPlaces.head,
		cell: (job) => (
			<>
				<p className="truncate font-semibold max-md:pr-22 max-md:text-[0.9375rem] max-md:leading-6">{job.title}</p>
				<p className="truncate text-muted-foreground text-xs">
					{job.location} · {job.type}
				</p>
			</>
		),
	},
	{
		header: "Applicants",
		width: "minmax(5.5rem,0.8fr)",
		card: "max-md:col-start-1 max-md:row-start-2",
		cell: (job) => <Applicants job={job} />,
	},
	{
		header: "Created",
		width: "minmax(9.25rem,1fr)",
		narrowWidth: "6.25rem",
		card: "max-md:hidden",
		cell: (job) => <RelativeTime at={job.created_at} />,
	},
	{
		header: "Status",
		width: "5.5rem",
		card: cardPlaces.status,
		cell: (job) => <StatusBadge tone={jobStatusTones[job.status]}>{jobStatusLabels[job.status]}</StatusBadge>,
	},
	{
		header: "Actions",
		width: "14rem",
		narrowWidth: "13.25rem",
		card: "max-md:col-span-full max-md:row-start-3",
		cell: (job) => <JobActions job={job} />,
	},
];
