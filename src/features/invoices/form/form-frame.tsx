import { clsx } from "clsx";
import type { ReactNode, SubmitEventHandler } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { goOnByEnter } from "#admin/editing/enter-goes-on.ts";
import { ButtonLink, SubmitButton } from "#ui/desk-buttons.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { toast } from "#ui/toast.ts";
import type { Refusal } from "./invoice-form-values.ts";

type FormFrameProps = {
	title: string;
	/** Beside the title. */
	status?: ReactNode;
	/** What saves the form; undefined if nothing can. */
	action: string | undefined;
	busy: boolean;
	cancelTo: string;
	onSubmit: SubmitEventHandler<HTMLFormElement>;
	children: ReactNode;
};

/** A form with an invoice's items: its title and buttons, above its sections. */
export function FormFrame({ title, status, action, busy, cancelTo, onSubmit, children }: FormFrameProps) {
	return (
		<form
			noValidate
			onSubmit={onSubmit}
			onKeyDown={goOnByEnter}
			className="grid max-w-4xl gap-4 2xl:max-w-none 2xl:grid-cols-[minmax(0,56rem)_minmax(0,1fr)] 2xl:items-start"
		>
			{/* Stays in sight: on a phone the form is two screens long. */}
			<div className="sticky top-12 z-25 -mx-4 -mt-4 flex flex-wrap items-center gap-2 bg-background px-4 py-2 md:-mx-5 md:-mt-5 md:px-5 md:pt-5 2xl:col-span-2">
				<ScreenTitle>{title}</ScreenTitle>
				{status}
				<div className="ml-auto flex gap-2">
					<ButtonLink to={cancelTo}>{action ? "Cancel" : "Back"}</ButtonLink>
					{action && <SubmitButton busy={busy}>{busy ? "Saving..." : action}</SubmitButton>}
				</div>
			</div>
			{children}
		</form>
	);
}

type SectionProps = { title: string; className?: string | undefined; children: ReactNode };

export const Section = ({ title, className, children }: SectionProps) => (
	<fieldset className={clsx("grid gap-4 rounded-md border border-border bg-card p-4 sm:grid-cols-2", className)}>
		<legend className="sr-only">{title}</legend>
		{children}
	</fieldset>
);

/** Says at each field, and in one toast, why the form isn't sent. */
export function showRefusal<Values extends FieldValues>(
	{ setError }: Pick<UseFormReturn<Values>, "setError">,
	{ message: description, fields }: Refusal,
): void {
	toast({ title: "Validation Error", description, tone: "destructive" });
	let first = true;
	for (const [name, message] of fields) {
		// The schema's fields are the form's.
		setError(name as Path<Values>, { message }, { shouldFocus: first });
		first = false;
	}
}
