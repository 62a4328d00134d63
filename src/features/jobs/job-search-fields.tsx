import { useFormContext } from "react-hook-form";
import { fieldsOf } from "#admin/editing/schema-form.ts";
import { salaryUnitLabels } from "#lib/salary.ts";
import { site } from "#site.config.ts";
import { SelectField, TextField } from "#ui/field.tsx";
import { type JobForm, jobFormSchema } from "./job-form.schema.ts";

/** What search engines ask for beside what candidates read; a job without a place is not listed by them. */
export function JobSearchFields() {
	const form = useFormContext<JobForm>();
	const field = fieldsOf(form, jobFormSchema);
	const remote = form.watch("remote");
	return (
		<fieldset className="sm:col-span-2">
			<legend className="mb-1.5 font-semibold text-xs">For Job Search Engines</legend>
			<p className="mb-3 text-muted-foreground text-xs">
				Search engines list a job only if you enter a city and country, or mark it fully remote and enter a country.
			</p>
			<label className="mb-3 flex min-h-11 items-center gap-2.5 md:min-h-8.5">
				<input type="checkbox" className="size-4.5 accent-(--primary)" {...form.register("remote")} />
				Fully remote (no days in an office)
			</label>
			<div className="grid gap-4 sm:grid-cols-3">
				{!remote && <TextField label="City" {...field("locality")} />}
				{!remote && <TextField label="State or Region" {...field("region")} />}
				<TextField label="Country" placeholder="US" hint="Two-letter code, such as US." {...field("country")} />
				<TextField label="Application Deadline" type="date" {...field("valid_through")} />
			</div>
			<div className="mt-4 grid gap-4 sm:grid-cols-3">
				<TextField label={`Minimum Salary (${site.currency})`} inputMode="numeric" {...field("salary_min")} />
				<TextField label={`Maximum Salary (${site.currency})`} inputMode="numeric" {...field("salary_max")} />
				<SelectField
					label="Pay Period"
					options={[
						{ value: "", label: "Not specified" },
						...Object.entries(salaryUnitLabels).map(([value, label]) => ({ value, label })),
					]}
					{...field("salary_unit")}
				/>
			</div>
		</fieldset>
	);
}
