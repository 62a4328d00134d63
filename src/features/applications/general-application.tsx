import { useState } from "react";
import type { Submission } from "#lib/submission.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogContent } from "#ui/dialog.tsx";
import { Pilcrow } from "#ui/logo.tsx";
import type { FormTexts } from "#ui/public-form.tsx";
import { ApplicationForm } from "./application-form.tsx";
import { generalApplication } from "./general-application.ts";

const texts: FormTexts = {
	saved: { title: "Resume Submitted!", description: "Thank you for your interest. We'll be in touch soon." },
	failed: {
		title: "Submission Error",
		description: "There was an error submitting your resume. Please try again.",
	},
	missing: {
		title: "Missing Information",
		description: "Please fill in all required fields and upload your resume.",
	},
};

const words = {
	submit: "Submit Resume",
	sending: "Submitting Resume...",
	placeholder: "Tell us what you would like to do here, and why.",
};

/** Closes the careers page: for whoever fits no open position. Without a script the form stands in the page itself. */
export function GeneralApplication({ answer }: { answer: Submission | undefined }) {
	const [open, setOpen] = useState(false);
	return (
		<section className="on-band relative overflow-hidden bg-rose">
			<Pilcrow className="-right-[2%] -bottom-[22%] absolute hidden h-[130%] opacity-10 md:block" />
			<div className="wrap relative py-[clamp(4rem,8vw,8rem)]">
				<h2 className="max-w-[13em] font-display text-h1">Nothing here with your name on it?</h2>
				<p className="mt-5 mb-9 max-w-[30em] text-pretty text-lead">
					Send us your resume anyway. Say what you do best, and what you would do with it here.
				</p>
				<div className="grid md:flex noscript:hidden">
					<Button onClick={() => setOpen(true)} aria-haspopup="dialog">
						Send Your Resume
					</Button>
				</div>
				<Dialog open={open} onOpenChange={setOpen}>
					<DialogContent title="Send Your Resume" description="For no position in particular.">
						<DialogBody>
							<ApplicationForm
								jobId={generalApplication}
								texts={texts}
								words={words}
								answer={undefined}
								onSaved={() => setOpen(false)}
							/>
						</DialogBody>
					</DialogContent>
				</Dialog>
				<div className="hidden max-w-[44rem] rounded-lg bg-card p-[clamp(1.25rem,3vw,2.5rem)] text-ink noscript:block">
					<h3 className="mb-6 font-display text-h3">Send Your Resume</h3>
					<ApplicationForm jobId={generalApplication} texts={texts} words={words} answer={answer} />
				</div>
			</div>
		</section>
	);
}
