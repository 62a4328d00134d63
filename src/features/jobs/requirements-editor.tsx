import { ArrowDown, ArrowUp, type LucideIcon, Plus, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import type { JobForm } from "./job-form.schema.ts";

/** The requirements in their order. Alt with an arrow moves the one that has the focus, Enter begins the next. */
export function RequirementsEditor() {
	const { control, register, formState } = useFormContext<JobForm>();
	const { fields, insert, remove, move } = useFieldArray({ control, name: "requirements" });
	const [announcement, setAnnouncement] = useState("");

	function handleMove(from: number, to: number): void {
		if (to < 0 || to >= fields.length) return;
		move(from, to);
		setAnnouncement(`Requirement moved to position ${to + 1} of ${fields.length}`);
	}

	const add = (at: number) => insert(at, { text: "" }, { shouldFocus: true });

	function handleKeyDown(event: KeyboardEvent, index: number): void {
		if (event.altKey && event.key === "ArrowUp") handleMove(index, index - 1);
		else if (event.altKey && event.key === "ArrowDown") handleMove(index, index + 1);
		else if (event.key === "Enter") add(index + 1);
		else return;
		event.preventDefault();
	}

	return (
		<fieldset className="grid gap-2 sm:col-span-2">
			<legend className="mb-1.5 font-semibold text-xs">Requirements</legend>
			<ol className="grid gap-2">
				{fields.map((field, index) => {
					const error = formState.errors.requirements?.[index]?.text?.message;
					return (
						<li key={field.id}>
							<div className="flex flex-wrap items-center gap-1 sm:flex-nowrap">
								<span aria-hidden className="w-5 shrink-0 text-muted-foreground">
									{index + 1}.
								</span>
								<input
									{...register(`requirements.${index}.text`)}
									aria-label={`Requirement ${index + 1}`}
									aria-invalid={error ? true : undefined}
									aria-describedby={error && `${field.id}-error`}
									onKeyDown={(event) => handleKeyDown(event, index)}
									className="min-h-11 min-w-0 grow basis-[calc(100%-1.5rem)] rounded-sm sm:basis-auto border border-input bg-card px-3 text-base focus:outline-2 focus:-outline-offset-1 focus:outline-ring aria-invalid:border-destructive md:min-h-8.5 md:px-2.5 md:text-dense"
								/>
								<span className="ml-auto flex gap-1">
									<RowButton
										icon={ArrowUp}
										label={`Move requirement ${index + 1} up`}
										disabled={index === 0}
										onClick={() => handleMove(index, index - 1)}
									/>
									<RowButton
										icon={ArrowDown}
										label={`Move requirement ${index + 1} down`}
										disabled={index === fields.length - 1}
										onClick={() => handleMove(index, index + 1)}
									/>
									<RowButton icon={X} label={`Remove requirement ${index + 1}`} onClick={() => remove(index)} />
								</span>
							</div>
							{error && (
								<p id={`${field.id}-error`} className="mt-1 ml-6 text-destructive text-xs">
									{error}
								</p>
							)}
						</li>
					);
				})}
			</ol>
			<p role="status" className="sr-only">
				{announcement}
			</p>
			<DeskButton onClick={() => add(fields.length)} className="justify-self-start" icon={Plus}>
				Add Requirement
			</DeskButton>
		</fieldset>
	);
}

function RowButton({
	icon: Icon,
	label,
	disabled,
	onClick,
}: {
	icon: LucideIcon;
	label: string;
	disabled?: boolean;
	onClick(): void;
}) {
	return (
		<Button
			size="dense"
			variant="ghost"
			aria-label={label}
			title={label}
			disabled={disabled}
			onClick={onClick}
			className="w-11 justify-center px-0! md:w-8"
		>
			<Icon aria-hidden className="size-4" strokeWidth={1.75} />
		</Button>
	);
}
