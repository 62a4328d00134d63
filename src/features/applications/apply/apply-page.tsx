import { ArrowLeft } from "lucide-react";
import { data, isRouteErrorResponse } from "react-router";
import { reach } from "#lib/firm.ts";
import { movedTo } from "#lib/moved.ts";
import { formatSalary } from "#lib/salary.ts";
import type { Submission } from "#lib/submission.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { pageMeta, unlistedMeta } from "#site/crawlers/seo.ts";
import { JobDescription, JobFacts, JobRequirements } from "#site/job-text.tsx";
import { site } from "#site.config.ts";
import { ButtonAnchor } from "#ui/button.tsx";
import { Island } from "#ui/islands/island.tsx";
import type { Route } from "./+types/apply-page";
import { JobApplication } from "./job-application.island.tsx";
import { JobNotFound, JobNotLoaded } from "./job-errors.tsx";
import { jobPosting } from "./job-posting.ts";
import { findOpenJob } from "./open-jobs.server.ts";
import { submitApplication } from "./submit-application.server.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root], loaderData: job }) => {
	if (!job) return unlistedMeta("Job Not Found");
	const { siteUrl } = root.loaderData;
	return [
		...pageMeta(siteUrl, {
			title: job.title,
			description: `${job.title}, ${job.location}, ${job.type}. ${job.description}`.replace(/\s+/g, " ").slice(0, 160),
			path: `/careers/apply/${job.slug}`,
		}),
		...[jobPosting(job, siteUrl)].flatMap((posting) => (posting ? [{ "script:ld+json": posting }] : [])),
	];
};

export async function loader({ params, context }: Route.LoaderArgs) {
	const job = await findOpenJob(depsFrom(context).db, params.jobId);
	if (!job) throw data(null, { status: 404 });
	// One address for each job: its id, in capitals or not, and addresses that it had lead to its slug.
	if (job.slug !== params.jobId) throw movedTo(`/careers/apply/${job.slug}`);
	const { id: _, is_active, created_at, updated_at, ...shown } = job;
	const retentionDays = depsFrom(context).settings.retention.applications;
	return { ...shown, datePosted: created_at.toISOString(), retentionDays };
}

/** Without a script the application comes here. */
export async function action({ request, context }: Route.ActionArgs) {
	const { submission, ...answer } = await submitApplication(request, depsFrom(context));
	return data(submission, answer);
}

/** How long to wait, when a form is refused for now. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

type OpenJob = Route.ComponentProps["loaderData"];

export default function ApplyPage({ loaderData: job, actionData }: Route.ComponentProps) {
	return (
		<div className="wrap grid gap-x-[clamp(2.5rem,5vw,6rem)] gap-y-12 pt-[clamp(1rem,3vw,3rem)] pb-section lg:grid-cols-[5fr_6fr]">
			<JobColumn job={job} />
			<Apply job={job} answer={actionData} />
		</div>
	);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return isRouteErrorResponse(error) && error.status === 404 ? <JobNotFound /> : <JobNotLoaded />;
}

function JobColumn({ job }: { job: OpenJob }) {
	return (
		<article className="lg:sticky lg:top-8 lg:self-start">
			<a
				href="/careers"
				className="-ml-1 inline-flex min-h-11 items-center gap-2 font-semibold text-small underline-offset-4 hover:underline"
			>
				<ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
				Back to Careers
			</a>
			<h1 className="mt-5 font-display text-h2">{job.title}</h1>
			<JobFacts facts={[job.location, job.type, formatSalary(site, job)]} className="mt-4" />
			<ButtonAnchor href="#apply" variant="secondary" size="sm" className="mt-6 lg:hidden">
				Go to the Form
			</ButtonAnchor>
			<h2 className="mt-9 mb-2.5 font-display text-h3">Job Description</h2>
			<JobDescription text={job.description} />
			{job.requirements.length > 0 && (
				<>
					<h2 className="mt-9 mb-2.5 font-display text-h3">Requirements</h2>
					<JobRequirements requirements={job.requirements} />
				</>
			)}
		</article>
	);
}

function Apply({ job, answer }: { job: OpenJob; answer: Submission | undefined }) {
	return (
		<section
			id="apply"
			className="-mx-gutter border-line border-y bg-card px-gutter py-[clamp(1.75rem,3vw,3rem)] sm:mx-0 sm:rounded-lg sm:border sm:px-[clamp(1.75rem,3vw,3rem)]"
		>
			<h2 className="mb-7 font-display text-h3">Apply for {job.title}</h2>
			<Island
				name="job-application"
				of={JobApplication}
				props={{ jobSlug: job.slug, answer, retentionDays: job.retentionDays, reach: reach() }}
			/>
		</section>
	);
}
