import type { Reach } from "#lib/firm.ts";
import type { BookedCall, Submission } from "#lib/submission.ts";
import { Button } from "#ui/button.tsx";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import type { FormTexts } from "#ui/forms/form-notice.ts";
import { PrivacyLine } from "#ui/forms/privacy-line.tsx";
import { PublicForm } from "#ui/forms/public-form.tsx";
import type { SentTexts } from "#ui/forms/sent-panel.tsx";
import { budgetOptions, industryOptions, type Options, timelineOptions } from "./call-form.options.ts";
import { CallTimes, NearestTimes } from "./call-times.tsx";
import type { PackedSlots } from "./packed-slots.ts";

const texts = (promise: string): FormTexts => ({
	saved: {
		title: "Consultation Scheduled!",
		description: promise,
	},
	failed: {
		title: "Submission Error",
		description: "There was an error scheduling your consultation. Please try again.",
	},
});

const sent = (promise: string): SentTexts => ({
	heading(firstName, { call }) {
		if (call?.held_until) return `One step left, ${firstName}.`;
		return call ? `Your call is booked, ${firstName}.` : `We have your request, ${firstName}.`;
	},
	next: ({ call }) => (call ? <BookedTime call={call} /> : <SoonCalled promise={promise} />),
	another: "Book Another Call",
});

type CallFormProps = {
	answer: Submission | undefined;
	slots: PackedSlots;
	retentionDays: number | undefined;
	reach: Reach;
	/** When the visitor is called back, in a sentence. */
	promise: string;
	/** The services as they are called now, by their slugs, and what else can be chosen. */
	interests: Options;
};

export function CallForm({ answer, slots, retentionDays, reach, promise, interests }: CallFormProps) {
	return (
		<PublicForm
			texts={texts(promise)}
			action="/book-call"
			answer={answer}
			sent={sent(promise)}
			reach={reach}
			className="grid content-start gap-5 sm:grid-cols-2"
		>
			{({ field, sending, problems, answered }) => (
				<>
					<TextField label="First Name" required autoComplete="given-name" {...field("firstName")} />
					<TextField label="Last Name" required autoComplete="family-name" {...field("lastName")} />
					<TextField
						label="Email"
						required
						type="email"
						autoComplete="email"
						placeholder="you@company.com"
						{...field("email")}
					/>
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
						options={interests}
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
					<PrivacyLine reach={reach} purpose="to prepare for your call" days={retentionDays} from="the call" />
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

/** A call at a chosen time. */
function BookedTime({ call: { start, moment, ours, held_until } }: { call: BookedCall }) {
	if (held_until) {
		return (
			<p>
				We keep{" "}
				<b>
					<time data-hold-start dateTime={start}>
						{moment}
					</time>
				</b>{" "}
				{ours && `(${ours} at our office) `}for you until {held_until}. Open the link in our email to confirm it.
			</p>
		);
	}
	return (
		<>
			<p>
				Your call is booked for{" "}
				<b>
					<time data-call-start dateTime={start}>
						{moment}
					</time>
				</b>
				{ours && ` (${ours} at our office)`}.
			</p>
			<p>
				We'll call the number you gave us. You'll get a calendar invitation by email, with a link to move or cancel the
				call.
			</p>
		</>
	);
}

function SoonCalled({ promise }: { promise: string }) {
	return (
		<p>
			Next, one of us will call the number you gave us. <b>{promise}</b>
		</p>
	);
}
