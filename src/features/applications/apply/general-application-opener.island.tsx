import { X } from "lucide-react";
import { type MouseEvent, useRef } from "react";
import { Button } from "#ui/button.tsx";
import type { FormTexts } from "#ui/forms/form-notice.ts";
import { ApplicationForm, type ApplicationFormState } from "./application-form.tsx";
import { generalApplication } from "./general-application.ts";

const dialogId = "send-your-resume";

/** The browser's own way to open a dialog, until React has hydrated the button. */
const opens = { commandfor: dialogId, command: "show-modal" };

/** The button and the dialog that it opens. Without scripts the form is in the page itself. */
export function GeneralApplicationOpener(state: ApplicationFormState) {
	const dialog = useRef<HTMLDialogElement>(null);

	function handleOpen(event: MouseEvent) {
		event.preventDefault();
		dialog.current?.showModal();
	}
	function handleBackdrop({ target, currentTarget }: MouseEvent) {
		if (target === currentTarget) dialog.current?.close();
	}

	return (
		<>
			<div className="grid md:flex noscript:hidden">
				<Button onClick={handleOpen} aria-haspopup="dialog" {...opens}>
					Send Your Resume
				</Button>
			</div>
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: the browser itself closes a dialog on Escape */}
			<dialog
				ref={dialog}
				id={dialogId}
				aria-labelledby="send-your-resume-title"
				aria-describedby="send-your-resume-description"
				onClick={handleBackdrop}
				className="on-paper m-auto max-h-[calc(100dvh-2rem)] w-full max-w-none flex-col overflow-hidden rounded-lg bg-popover text-dense text-popover-foreground shadow-dialog backdrop:bg-[rgb(36_16_31/0.42)] open:flex open:animate-fade-in max-sm:mb-0 max-sm:max-h-[94dvh] max-sm:rounded-b-none sm:max-w-[44rem] noscript:static noscript:m-0 noscript:flex noscript:max-h-none"
			>
				<header className="flex items-start gap-3 border-border border-b px-5 py-4">
					<div className="grid gap-1">
						<h2 id="send-your-resume-title" className="font-semibold text-[1.0625rem] leading-tight">
							Send Your Resume
						</h2>
						<p id="send-your-resume-description" className="text-muted-foreground">
							Apply without choosing a position.
						</p>
					</div>
					<form method="dialog" className="-my-2 -mr-2.5 ml-auto noscript:hidden">
						<button
							type="submit"
							aria-label="Close"
							className="grid size-9 shrink-0 cursor-pointer place-items-center rounded-sm text-muted-foreground hover:bg-muted hover:text-foreground max-sm:size-11"
						>
							<X aria-hidden className="size-4" strokeWidth={1.75} />
						</button>
					</form>
				</header>
				<div className="min-h-0 scroll-pb-24 overflow-y-auto p-5">
					<ApplicationForm
						jobId={generalApplication}
						action="/careers"
						texts={texts}
						words={words}
						inDialog
						{...state}
					/>
				</div>
			</dialog>
		</>
	);
}

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
	another: "Send Another Resume",
};
