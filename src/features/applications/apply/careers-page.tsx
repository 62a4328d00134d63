import { LoaderCircle } from "lucide-react";
import { data } from "react-router";
import { reach } from "#lib/firm.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { content } from "#site/content/content.tsx";
import { pageMeta } from "#site/crawlers/seo.ts";
import { JobDescription, JobFacts, JobRequirements } from "#site/job-text.tsx";
import { badgeArt } from "#site/services/closing-art.tsx";
import { ButtonAnchor } from "#ui/button.tsx";
import { Island } from "#ui/islands/island.tsx";
import type { Route } from "./+types/careers-page";
import type { ApplicationFormState } from "./application-form.tsx";
import { GeneralApplicationOpener } from "./general-application-opener.island.tsx";
import { listOpenJobs } from "./open-jobs.server.ts";
import { submitApplication } from "./submit-application.server.ts";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
	pageMeta(root.loaderData.siteUrl, {
		title: content("careers")["search.title"],
		description: content("careers")["search.description"],
		path: "/careers",
	});

export async function loader({ context }: Route.LoaderArgs) {
	const { db, settings } = depsFrom(context);
	const jobs = (await listOpenJobs(db)).map(({ slug, title, location, type, description, requirements }) => {
		return { slug, title, location, type, description, requirements };
	});
	return { jobs, retentionDays: settings.retention.applications };
}

/** Without a script the general application comes here. */
export async function action({ request, context }: Route.ActionArgs) {
	const { submission, ...answer } = await submitApplication(request, depsFrom(context));
	return data(submission, answer);
}

/** How long to wait, when a form is refused for now. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function CareersPage({ loaderData: { jobs, retentionDays }, actionData }: Route.ComponentProps) {
	const texts = content("careers");
	return (
		<>
			<section className="on-band under-header bg-rose">
				<div className="wrap grid gap-5 py-[clamp(2rem,5vw,5rem)] lg:grid-cols-[7fr_5fr] lg:items-end">
					<h1 className="font-display text-h1 max-md:text-wrap">{texts.heading}</h1>
					<p className="max-w-[30em] text-pretty text-ink-2 text-lead">{texts.lead}</p>
				</div>
			</section>
			<section aria-label="Open positions" className="wrap py-[clamp(1.5rem,4vw,4rem)]">
				{jobs.length === 0 ? (
					<p className="py-[clamp(2rem,6vw,5rem)] font-display text-h3">{texts.none}</p>
				) : (
					<>
						{jobs.length > 1 && <Titles jobs={jobs} />}
						<ul>
							{jobs.map((job) => (
								<JobRow key={job.slug} job={job} />
							))}
						</ul>
					</>
				)}
			</section>
			<GeneralApplication answer={actionData} retentionDays={retentionDays} reach={reach()} />
			<LoadingJob />
		</>
	);
}

/** The last section of the careers page, for people who fit no open position. */
function GeneralApplication(state: ApplicationFormState) {
	const texts = content("careers");
	return (
		<section className="on-band relative bg-rose">
			{badgeArt}
			<div className="wrap relative py-[clamp(4rem,8vw,8rem)]">
				<h2 className="max-w-[13em] font-display text-h1">{texts["general.heading"]}</h2>
				<p className="mt-7 mb-10 max-w-[30em] text-pretty text-lead">{texts["general.lead"]}</p>
				<Island name="general-application-opener" of={GeneralApplicationOpener} props={state} />
			</div>
		</section>
	);
}

type Job = Route.ComponentProps["loaderData"]["jobs"][number];

/** On a phone the texts of a few jobs are many screens: their titles come first. */
function Titles({ jobs }: { jobs: Job[] }) {
	return (
		<nav aria-label="Open positions" className="md:hidden">
			{jobs.map(({ slug, title }) => (
				<a key={slug} href={`#${slug}`} className="flex min-h-11 items-center font-semibold underline">
					{title}
				</a>
			))}
		</nav>
	);
}

function JobRow({ job }: { job: Job }) {
	return (
		<li
			id={job.slug}
			className="grid gap-x-12 gap-y-6 border-line border-t py-[clamp(2rem,4vw,3.5rem)] first:border-t-0 lg:grid-cols-[1fr_1fr_auto]"
		>
			<div>
				<h2 className="font-display text-h2">{job.title}</h2>
				<JobFacts facts={[job.location, job.type]} className="mt-4" />
			</div>
			<div className="min-w-0 lg:pt-2">
				<JobDescription text={job.description} />
				{job.requirements.length > 0 && (
					<>
						<h3 className="mt-6 mb-2.5 font-semibold">Requirements</h3>
						<JobRequirements requirements={job.requirements} />
					</>
				)}
			</div>
			<div className="grid content-start sm:justify-start">
				<ButtonAnchor href={`/careers/apply/${job.slug}`} aria-label={`Apply Now: ${job.title}`}>
					Apply Now
				</ButtonAnchor>
			</div>
		</li>
	);
}

/** Takes the place of the list while a job loads. */
function LoadingJob() {
	return (
		<div
			hidden
			data-part="loading-job"
			className="wrap not-[[hidden]]:grid min-h-[70dvh] place-content-center justify-items-center gap-4"
		>
			<LoaderCircle aria-hidden className="size-8 animate-spin text-quiet" strokeWidth={1.75} />
			<p role="status" className="text-quiet">
				Loading job details...
			</p>
		</div>
	);
}
