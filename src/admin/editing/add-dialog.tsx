import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { z } from "zod";
import { toastWithUndo } from "#admin/lists/last-change.ts";
import type { List } from "#admin/lists/list.ts";
import type { StatusRow } from "#admin/lists/list-rows.ts";
import { useAdding } from "#admin/record/open-row.ts";
import type { ApiError } from "#admin/session/api-client.ts";
import { describeFailure } from "#admin/session/query-client.ts";
import { PrimaryButton } from "#ui/desk-buttons.tsx";
import { Dialog, DialogContent, DialogForm, DialogTrigger, focusFirstField } from "#ui/dialog.tsx";
import { dismissProblem, toast } from "#ui/toast.ts";
import { useSchemaForm } from "./schema-form.ts";

type AddDialogProps<Row extends StatusRow, Input extends FieldValues, Output> = {
	list: List<Row>;
	/** 'Add Booking': the label of the button that opens the dialog, its title, and its submit button. */
	title: string;
	schema: z.ZodType<Output, Input>;
	defaultValues: DefaultValues<Input>;
	/** The message that names the required fields. */
	missingText: string;
	/** @param anyway staff have been asked, and overrule a refusal */
	create(input: Output, anyway: boolean): Promise<Row>;
	/** Which refusals staff may overrule, and what asks them. */
	overruling?: {
		allows(refusal: Error | null): refusal is ApiError;
		/** `again` is called with what staff have changed, or without anything if they overrule it. */
		question(refusal: ApiError, back: () => void, again: (changed?: Partial<Output>) => void): ReactNode;
	};
	success: { title: string; description: string };
	/** Removes the new row again, if that is possible. The toast offers it. */
	undo?(row: Row): Promise<unknown>;
	/** The text of the toast titled 'Error'. */
	failure: string;
	fields(form: ReturnType<typeof useSchemaForm<Input, Output>>): ReactNode;
	/** Shown without its button, open until this is called. */
	onClose?: (() => void) | undefined;
};

/** A button, and the dialog in which staff add a row by hand. */
export function AddDialog<Row extends StatusRow, Input extends FieldValues, Output>(
	props: AddDialogProps<Row, Input, Output>,
) {
	const { adding, setAdding } = useAdding();
	const close = props.onClose ?? (() => setAdding(false));
	return (
		<Dialog open={adding || props.onClose !== undefined} onOpenChange={(open) => (open ? setAdding(true) : close())}>
			{!props.onClose && (
				<DialogTrigger asChild>
					<PrimaryButton icon={Plus}>{props.title}</PrimaryButton>
				</DialogTrigger>
			)}
			<DialogContent title={props.title} onOpenAutoFocus={focusFirstField}>
				<AddForm {...props} onClose={close} />
			</DialogContent>
		</Dialog>
	);
}

function AddForm<Row extends StatusRow, Input extends FieldValues, Output>({
	list,
	title,
	schema,
	defaultValues,
	missingText,
	create,
	overruling,
	success,
	undo,
	failure,
	fields,
	onClose,
}: AddDialogProps<Row, Input, Output> & { onClose(): void }) {
	const schemaForm = useSchemaForm(schema, defaultValues);
	const takeBack = useMutation({
		mutationFn: async (row: Row) => undo?.(row),
		onSuccess(_, row) {
			list.removeRows([row.id]);
			toast({
				title: `${list.subject} Removed`,
				description: `The ${list.subject.toLowerCase()} you just added has been removed.`,
				tone: "success",
			});
		},
		meta: { failure: `Failed to remove the ${list.subject.toLowerCase()}. Please try again.` },
	});
	const { mutate, isPending, error, variables, reset } = useMutation({
		mutationFn: ({ input, anyway }: { input: Output; anyway: boolean }) =>
			list.news.ownInsert(() => create(input, anyway)),
		onMutate: dismissProblem,
		onSuccess(row) {
			list.storeRows([row]);
			toastWithUndo({ ...success, tone: "success" }, undo && (() => takeBack.mutate(row)));
			onClose();
		},
		onError: schemaForm.showRefusal,
		meta: { failure: (error) => (overruling?.allows(error) ? undefined : describeFailure(error, failure)) },
	});

	return (
		<DialogForm
			submit={isPending ? "Adding..." : title}
			busy={isPending}
			fieldsClass="sm:grid-cols-2"
			warning={`This ${list.subject.toLowerCase()} hasn't been added.`}
			onSubmit={schemaForm.submitting((input) => mutate({ input, anyway: false }), missingText)}
		>
			{overruling?.allows(error) &&
				variables &&
				overruling.question(error, reset, (changed) =>
					mutate({ input: { ...variables.input, ...changed }, anyway: changed === undefined }),
				)}
			{fields(schemaForm)}
		</DialogForm>
	);
}
