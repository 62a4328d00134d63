import { data } from "react-router";
import type { z } from "zod";
import { fieldErrors } from "#lib/fields.ts";
import type { Submission } from "#lib/submission.ts";
import type { Deps } from "./deps.server.ts";
import { asHttpError, HttpError, invalidInput } from "./http-errors.server.ts";
import { readFields } from "./read-body.server.ts";

/**
 * The action of a public form: read, validate, save, answer. Whatever fails, the answer carries the typed values back,
 * so that a form submitted without JavaScript keeps them too.
 */
export async function handleSubmission<Schema extends z.ZodType>(
	request: Request,
	deps: Deps,
	schema: Schema,
	save: (input: z.infer<Schema>) => Promise<unknown>,
) {
	let fields: Record<string, unknown> = {};
	try {
		fields = await readFields(request);
		const parsed = schema.safeParse(fields);
		if (!parsed.success) throw invalidInput(fieldErrors(parsed.error));
		await save(parsed.data);
		return data<Submission>({ outcome: "saved" }, { status: 201 });
	} catch (error) {
		const failure = asHttpError(error);
		if (!(error instanceof HttpError))
			deps.logger.error({ err: error, path: new URL(request.url).pathname }, "a submitted form was not saved");
		return data<Submission>(
			{
				outcome: failure.status === 422 ? "invalid" : "failed",
				message: failure.message,
				errors: failure.details.fields ?? {},
				values: textValues(fields),
			},
			{ status: failure.status },
		);
	}
}

function textValues(fields: Record<string, unknown>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
	);
}
