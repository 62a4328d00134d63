import type { ContentfulStatusCode } from "hono/utils/http-status";
import { data } from "react-router";
import type { z } from "zod";
import { fieldErrors } from "#lib/fields.ts";
import type { Submission } from "#lib/submission.ts";
import type { Deps } from "./deps.server.ts";
import { asHttpError, HttpError, invalidInput, tooManyRequests } from "./http-errors.server.ts";
import { holdBackSuspect, type Inspection, pageFieldsSchema, type QuarantineDeps } from "./quarantine.server.ts";
import type { RateLimit } from "./rate-limits.server.ts";
import { readFields } from "./read-body.server.ts";
import { requestContext } from "./request-context.server.ts";

/** The action of a public form. */
export async function handleSubmission<Schema extends z.ZodType>(
	request: Request,
	deps: Deps,
	steps: Omit<SubmissionSteps<Schema>, "read">,
) {
	const read = async () => ({ fields: await readFields(request), [Symbol.asyncDispose]: async () => undefined });
	const { submission, status } = await takeSubmission(request, deps, { read, ...steps });
	return data(submission, { status });
}

/** Per client address, over all public forms (decision 013): more than a family or an office behind one address sends, less than a flood. */
const formLimit: RateLimit = { name: "public-forms", points: 30, seconds: 10 * 60 };
type SubmissionSteps<Schema extends z.ZodType> = {
	read(): Promise<SubmittedForm>;
	schema: Schema;
	/** What of it tells whether somebody has written it. */
	inspect(input: z.infer<Schema>): Inspection;
	save(input: z.infer<Schema>): Promise<unknown>;
};

type SubmittedForm = AsyncDisposable & { fields: Record<string, unknown> };

/**
 * Count, read, validate, save, answer. What looks as if nobody had written it is held back instead, with the same
 * answer (decision 024). Whatever fails, the answer carries the typed values back, so that a form submitted
 * without JavaScript keeps them too. What `read` gives is disposed of at the end.
 */
export async function takeSubmission<Schema extends z.ZodType>(
	request: Request,
	deps: QuarantineDeps,
	steps: SubmissionSteps<Schema>,
): Promise<{ submission: Submission; status: ContentfulStatusCode }> {
	let fields: Record<string, unknown> = {};
	try {
		const wait = await deps.rateLimits.count(formLimit, requestContext.getStore()?.address ?? "local");
		if (wait) throw tooManyRequests(wait);
		await using form = await steps.read();
		fields = form.fields;
		const page = pageFieldsSchema.safeParse(fields);
		if (!page.success) throw invalidInput(fieldErrors(page.error));
		const parsed = await steps.schema.safeParseAsync(fields);
		if (!parsed.success) throw invalidInput(fieldErrors(parsed.error));
		const heldBack = await holdBackSuspect(deps, page.data, steps.inspect(parsed.data));
		if (!heldBack) await steps.save(parsed.data);
		return { submission: { outcome: "saved" }, status: 201 };
	} catch (error) {
		const failure = asHttpError(error);
		if (!(error instanceof HttpError))
			deps.logger.error({ err: error, path: new URL(request.url).pathname }, "a submitted form was not saved");
		const submission: Submission = {
			outcome: failure.status === 422 ? "invalid" : "failed",
			message: failure.message,
			errors: failure.details.fields ?? {},
			values: textValues(fields),
		};
		return { submission, status: failure.status };
	}
}

function textValues(fields: Record<string, unknown>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
	);
}
