import { zodResolver } from "@hookform/resolvers/zod";
import {
	type DefaultValues,
	type FieldValues,
	type Path,
	type RegisterOptions,
	type UseFormReturn,
	useForm,
} from "react-hook-form";
import type { z } from "zod";
import { ApiError } from "#admin/session/api-client.ts";
import { toast } from "#ui/toast.ts";
import { constraintsOf } from "./field-constraints.ts";

type Form<Values extends FieldValues> = Pick<UseFormReturn<Values>, "register" | "formState" | "getFieldState">;

/** Gives each field of a form its registration, its error, and the mark and limits that its schema asks for. */
export const fieldsOf =
	<Values extends FieldValues>({ register, formState, getFieldState }: Form<Values>, schema: z.ZodType) =>
	(name: Path<Values>, options?: RegisterOptions<Values, Path<Values>>) => ({
		...constraintsOf(schema, name),
		...register(name, options),
		dense: true,
		error: getFieldState(name, formState).error?.message,
	});

/** A form of the back office over the schema of what it sends. */
export function useSchemaForm<Input extends FieldValues, Output>(
	schema: z.ZodType<Output, Input>,
	defaultValues: DefaultValues<Input>,
) {
	const form = useForm({ resolver: zodResolver(schema), defaultValues });
	return {
		form,
		field: fieldsOf(form, schema),
		/** @param missingText what the toast says when a required field was left empty */
		submitting: (onValid: (values: Output) => void, missingText: string, wrongText?: string) =>
			form.handleSubmit(onValid, (errors) => {
				const missing = Object.keys(errors).some(
					// The schema's fields are the form's.
					(name) => constraintsOf(schema, name).required && !String(form.getValues(name as Path<Input>) ?? "").trim(),
				);
				if (missing) toast({ title: "Missing Information", description: missingText, tone: "destructive" });
				else if (wrongText) toast({ title: "Please Check the Form", description: wrongText, tone: "destructive" });
			}),
		/** Shows what the server has refused at its fields. */
		showRefusal(error: Error) {
			if (!(error instanceof ApiError)) return;
			Object.entries(error.fields).forEach(([name, message], index) => {
				form.setError(name as Path<Input>, { message }, { shouldFocus: index === 0 });
			});
		},
	};
}
