import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { DataTable } from "#admin/data-table.tsx";
import { type Column, cardPlaces } from "#admin/data-table-row.tsx";
import { EmptyState } from "#admin/empty-state.tsx";
import { exactly } from "#admin/list-search.ts";
import { LoadFailure } from "#admin/load-failure.tsx";
import { RelativeTime } from "#admin/relative-time.tsx";
import { TableSkeleton } from "#admin/table-skeleton.tsx";
import { unlistedMeta } from "#site/seo.ts";
import { CountBadge, StatusBadge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { BackToApplications } from "./back-link.tsx";
import { JobActions } from "./job-actions.tsx";
import { type JobRow, jobsPath, jobsQuery } from "./jobs-query.ts";

export const meta = () => unlistedMeta("Jobs");

const newJob = (
	<ButtonLink to={`${jobsPath}/new`} size="dense">
		<Plus aria-hidden className="size-4" strokeWidth={1.75} />
		New Job
	</ButtonLink>
);

export default function JobsScreen() {
	const { data: jobs, isError, isFetching, refetch } = useQuery(jobsQuery);
	const navigate = useNavigate();
	const open = jobs?.filter((job) => job.is_active).length;
	return (
		<>
			<BackToApplications />
			<div className="mb-3.5 flex flex-wrap items-center gap-2">
				<h1 className="font-semibold text-xl leading-tight tracking-[-0.015em]">Jobs</h1>
				{jobs && <CountBadge>{jobs.length}</CountBadge>}
				{open ? <CountBadge tone="green">{open} open</CountBadge> : null}
				<div className="ml-auto">{newJob}</div>
				<p className="w-full text-muted-foreground">Open jobs are shown on the careers page</p>
			</div>
			{isError && !isFetching && <LoadFailure onRetry={() => void refetch()} />}
			{!jobs && !isError && <TableSkeleton columns={columns} />}
			{jobs?.length === 0 && (
				<EmptyState title="No jobs yet" hint="Jobs will appear here and, while open, on the careers page" />
			)}
			{jobs && jobs.length > 0 && (
				<DataTable
					label="Jobs"
					columns={columns}
					rows={jobs}
					freshIds={none}
					onOpen={(job) => void navigate(`${jobsPath}/${job.id}`)}
				/>
			)}
		</>
	);
}

const applicants = ({ applicants }: JobRow) => (applicants === 1 ? "applicant" : "applicants");

const none: ReadonlySet<string> = new Set();

const columns: readonly Column<JobRow>[] = [
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
		cell: (job) => (
			<Link
				to={{ pathname: "/admin/applications", search: `?${new URLSearchParams({ q: exactly(job.slug) })}` }}
				aria-label={`${job.applicants} ${applicants(job)} for ${job.title}`}
				className="tabular-nums underline underline-offset-2"
			>
				{job.applicants}
				<span className="md:hidden"> {applicants(job)}</span>
			</Link>
		),
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
		cell: (job) => (
			<StatusBadge tone={job.is_active ? "green" : "grey"}>{job.is_active ? "Open" : "Closed"}</StatusBadge>
		),
	},
	{
		header: "Actions",
		width: "14rem",
		narrowWidth: "13.25rem",
		card: "max-md:col-span-full max-md:row-start-3",
		cell: (job) => <JobActions job={job} />,
	},
];
