import type { Reach } from "#lib/firm.ts";
import type { Submission } from "#lib/submission.ts";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import type { FormTexts } from "#ui/forms/form-notice.ts";
import { PrivacyLine } from "#ui/forms/privacy-line.tsx";
import { PublicForm } from "#ui/forms/public-form.tsx";
import type { SentTexts } from "#ui/forms/sent-panel.tsx";

const texts: FormTexts = {
	saved: { title: "Message Sent!", description: "Thank you for contacting us. We'll get back to you soon." },
	failed: {
		title: "Submission Error",
		description: "There was an error sending your message. Please try again.",
	},
};

const sent = (promise: string): SentTexts => ({
	heading: (firstName) => `We have your message, ${firstName}.`,
	next: () => (
		<p>Next, one of us will read it and reply to the email address you gave us. {promise && <b>{promise}</b>}</p>
	),
	another: "Send Another Message",
});

type ContactFormProps = {
	answer: Submission | undefined;
	retentionDays: number | undefined;
	reach: Reach;
	/** Within what time a reply comes, in a sentence; empty promises nothing. */
	promise: string;
};

export function ContactForm({ answer, retentionDays, reach, promise }: ContactFormProps) {
	return (
		<PublicForm
			texts={texts}
			action="/contact"
			answer={answer}
			sent={sent(promise)}
			reach={reach}
			className="grid gap-5 sm:grid-cols-2"
		>
			{({ field, sending, problems }) => (
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
					<TextField label="Phone" type="tel" autoComplete="tel" {...field("phone")} />
					{/* No name: the company stays in the browser (specification 3). */}
					<TextField label="Company" autoComplete="organization" />
					<TextField label="Subject" placeholder="What is it about?" {...field("subject")} />
					<TextArea
						label="Message"
						required
						rows={6}
						placeholder="What can we help you with, and by when do you need it?"
						className="sm:col-span-2"
						{...field("message")}
					/>
					{problems}
					<PrivacyLine reach={reach} purpose="to reply to you" days={retentionDays} />
					<div className="grid sm:col-span-2 sm:flex">
						<Button type="submit" busy={sending}>
							{sending ? "Sending Message..." : "Send Message"}
						</Button>
					</div>
				</>
			)}
		</PublicForm>
	);
}
