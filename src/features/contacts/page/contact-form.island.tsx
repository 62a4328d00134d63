import type { Submission } from "#lib/submission.ts";
import { Button } from "#ui/button.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import type { FormTexts } from "#ui/forms/form-notice.ts";
import { PublicForm } from "#ui/forms/public-form.tsx";

const texts: FormTexts = {
	saved: { title: "Message Sent!", description: "Thank you for contacting us. We'll get back to you soon." },
	failed: {
		title: "Submission Error",
		description: "There was an error sending your message. Please try again.",
	},
};

export function ContactForm({ answer }: { answer: Submission | undefined }) {
	return (
		<PublicForm texts={texts} action="/contact" answer={answer} className="grid gap-5 sm:grid-cols-2">
			{({ field, sending, problems }) => (
				<>
					<TextField label="First Name" required autoComplete="given-name" {...field("firstName")} />
					<TextField label="Last Name" required autoComplete="family-name" {...field("lastName")} />
					<TextField label="Email" required type="email" autoComplete="email" {...field("email")} />
					<TextField label="Phone" type="tel" autoComplete="tel" {...field("phone")} />
					{/* No name: the company stays in the browser (specification 3). */}
					<TextField label="Company" autoComplete="organization" />
					<TextField label="Subject" {...field("subject")} />
					<TextArea label="Message" required rows={6} className="sm:col-span-2" {...field("message")} />
					{problems}
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
