import type { BookedCall, Submission } from "#lib/submission.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import type { FormTexts } from "#ui/forms/form-notice.ts";
import { PublicForm } from "#ui/forms/public-form.tsx";
import { budgetOptions, industryOptions, serviceInterestOptions, timelineOptions } from "./call-form.options.ts";
import { CallTimes, NearestTimes } from "./call-times.tsx";
import type { PackedSlots } from "./packed-slots.ts";

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

export function CallForm({ answer, slots }: { answer: Submission | undefined; slots: PackedSlots }) {
	return (
		<PublicForm texts={texts} action="/book-call" answer={answer} className="grid content-start gap-5 sm:grid-cols-2">
			{({ field, sending, problems, answered }) => (
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
					{answered?.outcome === "taken" && (
						<NearestTimes message={answered.message} nearest={answered.nearest} takesFocus={answered !== answer} />
					)}
					<CallTimes
						legend="Choose a time (optional)"
						none="No particular time: call me back"
						slots={slots}
						chosen={field("slot").defaultValue}
						error={field("slot").error}
						refresh={{ after: answered }}
					/>
					{problems}
					{answered?.outcome === "saved" && answered.call && <BookedTime call={answered.call} />}
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

function BookedTime({ call: { start, moment, held_until } }: { call: BookedCall }) {
	return (
		<p role="status" className="rounded-sm border-l-3 border-l-status-green bg-status-green-bg p-4 sm:col-span-2">
			{held_until ? (
				<>
					We keep{" "}
					<time data-hold-start dateTime={start}>
						{moment}
					</time>{" "}
					for you until {held_until}. Open the link in our mail to confirm it.
				</>
			) : (
				<>
					Your call is booked for{" "}
					<time data-call-start dateTime={start}>
						{moment}
					</time>
					.
				</>
			)}
		</p>
	);
}
