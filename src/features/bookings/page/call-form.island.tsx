import type { Submission } from "#lib/submission.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import type { FormTexts } from "#ui/forms/form-notice.ts";
import { PublicForm } from "#ui/forms/public-form.tsx";
import { budgetOptions, industryOptions, serviceInterestOptions, timelineOptions } from "./call-form.options.ts";

const texts: FormTexts = {
	saved: {
		title: "Consultation Scheduled!",
		description: "We'll contact you within 5 minutes during business hours.",
	},
	failed: {
		title: "Submission Error",
		description: "There was an error scheduling your consultation. Please try again.",
	},
};

export function CallForm({ answer }: { answer: Submission | undefined }) {
	return (
		<PublicForm texts={texts} action="/book-call" answer={answer} className="grid content-start gap-5 sm:grid-cols-2">
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
						data-part="preselected-service"
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
