import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import type { Submission } from "#lib/submission.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import type { FormTexts } from "#ui/forms/form-notice.ts";
import { PublicForm } from "#ui/forms/public-form.tsx";
import { budgetOptions, industryOptions, serviceInterestOptions, timelineOptions } from "./call-form.options.ts";

export function CallForm({ texts, answer }: { texts: FormTexts; answer: Submission | undefined }) {
	const serviceInterest = usePreselectedService();
	return (
		<PublicForm texts={texts} answer={answer} className="grid content-start gap-5 sm:grid-cols-2">
			{({ field, sending, problems }) => (
				<>
					<TextField label="First Name" required autoComplete="given-name" {...field("firstName")} />
					<TextField label="Last Name" required autoComplete="family-name" {...field("lastName")} />
					<TextField label="Email" required type="email" autoComplete="email" {...field("email")} />
					<TextField label="Phone" required type="tel" autoComplete="tel" {...field("phone")} />
					<TextField label="Company" autoComplete="organization" {...field("company")} />
					<SelectField
						label="Industry"
						options={industryOptions}
						placeholder="Select an industry"
						{...field("industry")}
					/>
					<SelectField
						ref={serviceInterest}
						label="Service Interest"
						options={serviceInterestOptions}
						placeholder="Select a service"
						className="sm:col-span-2"
						{...field("serviceInterest")}
					/>
					<SelectField
						label="Timeline"
						options={timelineOptions}
						placeholder="Select a timeline"
						{...field("timeline")}
					/>
					<SelectField label="Budget" options={budgetOptions} placeholder="Select a budget" {...field("budget")} />
					<TextArea
						label="Project Description"
						required
						rows={6}
						placeholder="What should change, and for whom?"
						className="sm:col-span-2"
						{...field("projectDescription")}
					/>
					{problems}
					<div className="grid sm:col-span-2 sm:flex">
						<Button type="submit" busy={sending}>
							{sending ? "Scheduling..." : "Book a Strategy Call"}
						</Button>
					</div>
				</>
			)}
		</PublicForm>
	);
}

/** `?service=photography`: chosen in the browser, because the server's page is one for all visitors. */
function usePreselectedService() {
	const service = useSearchParams()[0].get("service");
	const select = useRef<HTMLSelectElement>(null);
	useEffect(() => {
		const known = serviceInterestOptions.some(({ value }) => value === service);
		if (known && service && select.current && !select.current.value) select.current.value = service;
	}, [service]);
	return select;
}
