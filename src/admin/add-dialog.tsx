import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { Button } from "#ui/button.tsx";
import {
	Dialog,
	DialogBody,
	DialogClose,
	DialogContent,
	DialogFooter,
	DialogTrigger,
	focusFirstField,
} from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import { ApiError } from "./api-client.ts";
import { useEscape } from "./escape.ts";
import type { List } from "./list.ts";
import { type ListRow, withoutRows } from "./list-rows.ts";
import { useAdding } from "./open-row.ts";

type AddDialogProps<
	Row extends ListRow & { status: Status },
	Status extends string,
	Input extends FieldValues,
	Output,
> = {
	list: List<Row, Status>;
	/** 'Add Booking': the button that opens the dialog, its title and its submit button. */
	title: string;
	schema: z.ZodType<Output, Input>;
	defaultValues: DefaultValues<Input>;
	/** Fields without which nothing is sent, and the text that says so. */
	required: readonly Path<Input>[];
	missingText: string;
	create(input: Output): Promise<Row>;
	success: { title: string; description: string };
	/** Takes the row back, where that is possible: the toast offers it. */
	undo?(row: Row): Promise<unknown>;
	/** What the toast titled 'Error' says. */
	failure: string;
	fields(form: UseFormReturn<Input, unknown, Output>): ReactNode;
};

/** A button and the dialog in which staff enter a row by hand. */
export function AddDialog<
	Row extends ListRow & { status: Status },
	Status extends string,
	Input extends FieldValues,
	Output,
>(props: AddDialogProps<Row, Status, Input, Output>) {
	const { adding: open, setAdding: setOpen } = useAdding();
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>
				<Button size="dense">
					<Plus aria-hidden className="size-4" strokeWidth={1.75} />
					{props.title}
				</Button>
			</DialogTrigger>
			<DialogContent title={props.title} onOpenAutoFocus={focusFirstField}>
				<AddForm {...props} onClose={() => setOpen(false)} />
			</DialogContent>
		</Dialog>
	);
}

function AddForm<Row extends ListRow & { status: Status }, Status extends string, Input extends FieldValues, Output>({
	list,
	title,
	schema,
	defaultValues,
	required,
	missingText,
	create,
	success,
	undo,
	failure,
	fields,
	onClose,
}: AddDialogProps<Row, Status, Input, Output> & { onClose(): void }) {
	const client = useQueryClient();
	useEscape(onClose);
	const form = useForm({ resolver: zodResolver(schema), defaultValues });
	const takeBack = useMutation({
		mutationFn: async (row: Row) => undo?.(row),
		onSuccess(_, row) {
			client.setQueryData(list.query.queryKey, (rows) => rows && withoutRows(rows, new Set([row.id])));
			toast({
				title: `${list.subject} Taken Back`,
				description: "It is as if it had not been added.",
				tone: "success",
			});
		},
		meta: { failure: `Failed to take the ${list.subject.toLowerCase()} back` },
	});
	const { mutate, isPending } = useMutation({
		mutationFn: (input: Output) => list.news.ownInsert(() => create(input)),
		onSuccess(row) {
			client.setQueryData(list.query.queryKey, (rows) => rows && list.merge(rows, [row]));
			toast({
				...success,
				tone: "success",
				...(undo && { action: { label: "Undo", onSelect: () => takeBack.mutate(row) } }),
			});
			onClose();
		},
		onError(error) {
			if (!(error instanceof ApiError)) return;
			for (const [name, message] of Object.entries(error.fields)) form.setError(name as Path<Input>, { message });
		},
		meta: { failure },
	});

	function tellWhatIsMissing(): void {
		const missing = required.some((name) => !String(form.getValues(name) ?? "").trim());
		if (missing) toast({ title: "Missing Information", description: missingText, tone: "destructive" });
	}

	return (
		<form noValidate className="contents" onSubmit={form.handleSubmit((input) => mutate(input), tellWhatIsMissing)}>
			<DialogBody className="grid gap-4 sm:grid-cols-2">{fields(form)}</DialogBody>
			<DialogFooter>
				<DialogClose asChild>
					<Button size="dense" variant="secondary">
						Cancel
					</Button>
				</DialogClose>
				<Button type="submit" size="dense" busy={isPending}>
					{isPending ? "Adding..." : title}
				</Button>
			</DialogFooter>
		</form>
	);
}
