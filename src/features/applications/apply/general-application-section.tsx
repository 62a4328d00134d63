import { type ComponentProps, type ComponentType, useState } from "react";
import type { Submission } from "#lib/submission.ts";
import { Button } from "#ui/button.tsx";
import { Pilcrow } from "#ui/logo.tsx";
import { toast } from "#ui/toast.ts";
import type { GeneralApplicationDialog } from "./general-application-dialog.tsx";
import { GeneralApplicationForm, generalApplicationTexts } from "./general-application-form.tsx";

/** Dialogs weigh as much as the page itself: fetched when the visitor comes near the button. */
const loadDialog = () => import("./general-application-dialog.tsx");
const prepareDialog = () => {
	loadDialog().catch(() => {
		// The press itself will tell.
	});
};

/**
 * The last section of the careers page, for people who fit no open position. Without scripts the form is in the page
 * itself.
 */
export function GeneralApplication({ answer }: { answer: Submission | undefined }) {
	const [open, setOpen] = useState(false);
	const [Dialog, setDialog] = useState<ComponentType<ComponentProps<typeof GeneralApplicationDialog>>>();

	async function handleOpen(): Promise<void> {
		try {
			const { GeneralApplicationDialog } = await loadDialog();
			setDialog(() => GeneralApplicationDialog);
			setOpen(true);
		} catch {
			toast({ ...generalApplicationTexts.failed, tone: "destructive" });
		}
	}

	return (
		<section className="on-band relative overflow-hidden bg-rose">
			<Pilcrow className="-right-[2%] -bottom-[22%] absolute hidden h-[130%] opacity-10 md:block" />
			<div className="wrap relative py-[clamp(4rem,8vw,8rem)]">
				<h2 className="max-w-[13em] font-display text-h1">Nothing here with your name on it?</h2>
				<p className="mt-5 mb-9 max-w-[30em] text-pretty text-lead">
					Send us your resume anyway. Say what you do best, and what you would do with it here.
				</p>
				<div className="grid md:flex noscript:hidden">
					<Button onClick={handleOpen} onPointerEnter={prepareDialog} onFocus={prepareDialog} aria-haspopup="dialog">
						Send Your Resume
					</Button>
				</div>
				{Dialog && <Dialog open={open} onOpenChange={setOpen} />}
				<div className="hidden max-w-[44rem] rounded-lg bg-card p-[clamp(1.25rem,3vw,2.5rem)] text-ink noscript:block">
					<h3 className="mb-6 font-display text-h3">Send Your Resume</h3>
					<GeneralApplicationForm answer={answer} />
				</div>
			</div>
		</section>
	);
}
