import { useWatch } from "react-hook-form";
import { JobDescription, JobFacts, JobRequirements } from "#site/job-text.tsx";
import type { JobForm } from "./job-form.schema.ts";

/** The job as a candidate will read it, in the public page's own colors whatever the theme. */
export function JobPreview() {
	const { title, location, type, description, requirements } = useWatch<JobForm>();
	const written = requirements?.map((requirement) => requirement.text ?? "").filter(Boolean) ?? [];
	return (
		<section aria-label="Preview" className="grid gap-2">
			<h2 className="font-semibold text-muted-foreground text-xs">What Candidates Will See</h2>
			<div className="overflow-hidden rounded-md border border-border bg-paper p-[clamp(1.25rem,3vw,2.5rem)] text-base text-ink [overflow-wrap:anywhere]">
				<p className="font-display text-h2">{title || "Title"}</p>
				<JobFacts facts={[location || "Location", type || "Type"]} className="mt-4" />
				<p className="mt-8 mb-2.5 font-display text-h3">Job Description</p>
				<JobDescription text={description ?? ""} />
				{written.length > 0 && (
					<>
						<p className="mt-8 mb-2.5 font-display text-h3">Requirements</p>
						<JobRequirements requirements={written} />
					</>
				)}
			</div>
		</section>
	);
}
