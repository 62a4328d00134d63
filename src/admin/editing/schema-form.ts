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
import { refuseHalfTyped } from "./half-typed.ts";

type Form<Values extends FieldValues> = Pick<UseFormReturn<Values>, "register" | "formState" | "getFieldState">;

/** Returns for each field of a form its registration, its error, and the required mark and limits from its schema. */
export const fieldsOf =
	<Values extends FieldValues>({ register, formState, getFieldState }: Form<Values>, schema: z.ZodType) =>
	(name: Path<Values>, options?: RegisterOptions<Values, Path<Values>>) => ({
		...constraintsOf(schema, name),
		...register(name, options),
		dense: true,
		error: getFieldState(name, formState).error?.message,
	});

/** A back-office form based on the schema of the data that it sends. */
export function useSchemaForm<Input extends FieldValues, Output>(
	schema: z.ZodType<Output, Input>,
	defaultValues: DefaultValues<Input>,
) {
	const form = useForm({ resolver: refuseHalfTyped(zodResolver(schema)), defaultValues });
	return {
		form,
		field: fieldsOf(form, schema),
		/** @param missingText the toast's text if required fields are empty, or what makes it of their names */
		submitting: (
			onValid: (values: Output) => void,
			missingText: string | ((missing: string[]) => string),
			wrongText?: string,
		) =>
			form.handleSubmit(onValid, (errors) => {
				const missing = Object.keys(errors).filter(
					// The form has the same fields as the schema.
					(name) => constraintsOf(schema, name).required && !String(form.getValues(name as Path<Input>) ?? "").trim(),
				);
				if (missing.length > 0) {
					const description = typeof missingText === "string" ? missingText : missingText(missing);
					toast({ title: "Missing Information", description, tone: "destructive" });
				} else if (wrongText) toast({ title: "Please Check the Form", description: wrongText, tone: "destructive" });
			}),
		/** Shows the server's errors at their fields. */
		showRefusal(error: Error) {
			if (!(error instanceof ApiError)) return;
			Object.entries(error.fields).forEach(([name, message], index) => {
				form.setError(name as Path<Input>, { message }, { shouldFocus: index === 0 });
			});
		},
	};
}
