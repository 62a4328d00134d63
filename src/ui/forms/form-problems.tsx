import { CircleAlert } from "lucide-react";

/** A field of the form that is on the screen. */
export type FormProblem = { name: string; label: string; focus: () => void };

/** The remaining errors, as links to their fields. Beside the button, so no field moves when the list shrinks. */
export function FormProblems({ problems }: { problems: readonly FormProblem[] }) {
	if (problems.length === 0) return null;
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of fields
		<div
			role="group"
			aria-label="Fields to check"
			className="flex gap-2.5 border-l-3 border-l-status-red bg-status-red-bg px-4 py-3 text-small text-status-red sm:col-span-2"
		>
			<CircleAlert aria-hidden className="mt-1.5 size-5 shrink-0" strokeWidth={1.75} />
			<div className="flex flex-wrap items-center gap-x-4">
				<span className="font-semibold">Please check</span>
				{problems.map(({ name, label, focus }) => (
					<button
						key={name}
						type="button"
						onClick={focus}
						className="inline-flex min-h-8 cursor-pointer items-center underline underline-offset-4 hover:no-underline"
					>
						{label}
					</button>
				))}
			</div>
		</div>
	);
}
