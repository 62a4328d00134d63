import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import type { Reach } from "#lib/firm.ts";
import type { Submission } from "#lib/submission.ts";
import { buttonClass } from "#ui/button.tsx";

export type Saved = Extract<Submission, { outcome: "saved" }>;

export type SentTexts = {
	/** With the visitor's first name: "We have your message, Tess." */
	heading: (firstName: string, saved: Saved) => string;
	/** What happens next, and when. */
	next: (saved: Saved) => ReactNode;
	/** The link to an empty form. */
	another: string;
};

type SentPanelProps = {
	saved: Saved;
	texts: SentTexts;
	reach: Reach;
	/** The page of the form, for the link to an empty one without scripts. */
	action: string;
	/** It has just taken the form's place: what had the focus is gone. */
	takesFocus: boolean;
	onAnother: () => void;
	children: ReactNode;
};

/** Stays where the form was, so that someone who looked away knows that it was sent. A screen reader reads it with the focus. */
export function SentPanel({ saved, texts, reach, action, takesFocus, onAnother, children }: SentPanelProps) {
	const panel = useRef<HTMLElement>(null);
	const id = useId();
	useEffect(() => {
		if (takesFocus) panel.current?.focus();
	}, [takesFocus]);

	function handleAnother(event: MouseEvent) {
		event.preventDefault();
		onAnother();
	}
	return (
		<section
			ref={panel}
			tabIndex={-1}
			aria-labelledby={`${id}heading`}
			aria-describedby={`${id}next`}
			className="grid scroll-mt-4 max-sm:scroll-mt-28 justify-items-start gap-5 self-start rounded-sm bg-sky-light p-7 text-base"
		>
			{children}
			<h2 id={`${id}heading`} className="font-display text-h3">
				{texts.heading(saved.firstName, saved)}
			</h2>
			<div id={`${id}next`} className="grid gap-5 text-ink-2">
				{texts.next(saved)}
			</div>
			<p>
				If it can't wait, call{" "}
				<a href={reach.phoneHref} className="rule-link">
					{reach.phone}
				</a>
				.
			</p>
			<a href={action} onClick={handleAnother} className={buttonClass({ variant: "secondary", size: "sm" })}>
				{texts.another}
			</a>
		</section>
	);
}
