import type { ContentfulStatusCode } from "hono/utils/http-status";
import { data } from "react-router";
import type { z } from "zod";
import { fieldErrors } from "#lib/fields.ts";
import { type BookedCall, type Submission, timeField, trapField } from "#lib/submission.ts";
import type { Database } from "#platform/database/database.server.ts";
import { checkRoomForTexts, readDiskSpace } from "#platform/files/disk-space.server.ts";
import { asHttpError, HttpError, invalidInput, tooManyRequests } from "#platform/http/http-errors.server.ts";
import { readFields } from "#platform/http/read-body.server.ts";
import { requestContext } from "#platform/http/request-context.server.ts";
import { countCaller, limitsOfCaller, type RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { type Inspection, pageFieldsSchema, type QuarantineDeps, quarantineSuspect } from "./suspect-forms.server.ts";

/** The action of a public form. */
export async function handleSubmission<Schema extends z.ZodObject>(
	request: Request,
	deps: Deps,
	steps: Omit<SubmissionSteps<Schema>, "read">,
) {
	const read = async (names: string[]) => ({ fields: await readFields(request, names) });
	const { submission, ...answer } = await takeSubmission(request, deps, { read, ...steps });
	return data(submission, answer);
}

/**
 * Per client address, over all public forms (decision 013): more than a family or an office behind one address sends, and
 * less than a flood.
 */
const formLimit: RateLimit = { name: "public-forms", points: 30, seconds: 10 * 60 };

/** Per client address, texts and files of all public forms: ten resumes of the largest size. */
export const dailyBytes: RateLimit = { name: "public-form-bytes", points: 100 * 1024 * 1024, seconds: 24 * 60 * 60 };

const tooManyBytesToday = (retryAfter: number) =>
	new HttpError(
		429,
		"too_many_bytes",
		"We've received more than 100 MB from your network today. Please try again tomorrow.",
		{ retryAfter },
	);

type SubmissionSteps<Schema extends z.ZodType> = {
	/** Reads the fields of these names. What it leaves in `resources` is disposed of when the form has been handled. */
	read(names: string[], resources: AsyncDisposableStack): Promise<SubmittedForm>;
	schema: Schema;
	/** How much of a body is read for the fields of a form that is refused anyway. */
	bodyLimit?: number;
	/** The parts of the form that are checked for spam. */
	inspect(input: z.infer<Schema>): Inspection;
	save(input: z.infer<Schema>, checked: Checked | undefined): Promise<unknown>;
	/** Looks at a valid form before anything else is done with it, and may refuse it. */
	check?(input: z.infer<Schema>): Promise<Checked | undefined>;
};

export type Checked = {
	/** What the response says about a call. */
	call: BookedCall;
	/** The form was sent before, so only the response is repeated. */
	again: boolean;
	/** Does what belongs to a form that is put on hold, in the transaction that stores it. */
	hold?: (tx: Database, heldId: string) => Promise<void>;
	/** Reverses what was counted if the form was not saved. */
	undo?: () => Promise<void>;
};

/** `refused` says why the form cannot be accepted. Its fields are still read, so that the visitor keeps the text. */
type SubmittedForm = { fields: Record<string, unknown>; refused?: HttpError };

/** The caller's, for limits. */
export const clientKey = () => requestContext.getStore()?.address ?? "local";

/**
 * Counts, reads, validates, saves, and responds. What looks like spam is put on hold instead, with the same response
 * (decision 024). If anything fails, the response contains the typed values, so that a form submitted without JavaScript
 * keeps them, too.
 */
export async function takeSubmission<Schema extends z.ZodObject>(
	request: Request,
	deps: QuarantineDeps,
	steps: SubmissionSteps<Schema>,
	diskSpace = readDiskSpace,
): Promise<{ submission: Submission; status: ContentfulStatusCode; headers: Record<string, string> }> {
	const names = Object.keys(steps.schema.shape);
	let fields: Record<string, unknown> = {};
	try {
		const wait = await countCaller(deps.rateLimits, formLimit, clientKey());
		if (wait) {
			// The visitor gets the typed text back, even if reading the form fails.
			fields = await readFields(request, names, steps.bodyLimit).catch(() => ({}));
			throw tooManyRequests(wait);
		}
		await using resources = new AsyncDisposableStack();
		const form = await steps.read([...names, trapField, timeField], resources);
		fields = form.fields;
		const refused = (await checkRoomForTexts(deps, diskSpace)) ?? form.refused;
		if (refused) throw refused;
		const page = pageFieldsSchema.safeParse(fields);
		if (!page.success) throw invalidInput(fieldErrors(page.error));
		const parsed = await steps.schema.safeParseAsync(fields);
		if (!parsed.success) throw invalidInput(fieldErrors(parsed.error));
		const checked = await steps.check?.(parsed.data);
		if (!checked?.again) await receive(deps, steps, parsed.data, page.data, checked);
		const call = checked && { call: checked.call };
		const firstName = textValues(fields, ["firstName"]).firstName?.trim() ?? "";
		return { submission: { outcome: "saved", firstName, ...call }, status: 201, headers: {} };
	} catch (error) {
		const failure = asHttpError(error);
		if (!(error instanceof HttpError))
			deps.logger.error({ err: error, path: new URL(request.url).pathname }, "a submitted form was not saved");
		const refusal = {
			// The reason for a fault of ours doesn't help a visitor, so the form's own text is shown (specification 8).
			message: failure.status === 500 ? "" : failure.message,
			missing: Object.keys(failure.details.fields ?? {}).some((name) => isBlank(fields[name])),
			errors: failure.details.fields ?? {},
			values: textValues({ ...failure.details.typed, ...fields }, names),
		};
		const { retryAfter, nearest } = failure.details;
		return {
			submission: nearest
				? { ...refusal, outcome: "taken", nearest }
				: { ...refusal, outcome: failure.status === 422 ? "invalid" : "failed" },
			status: failure.status,
			headers: retryAfter ? { "retry-after": String(retryAfter) } : {},
		};
	}
}

/** Puts a form that looks like spam on hold, and saves any other. */
async function receive<Schema extends z.ZodObject>(
	deps: QuarantineDeps,
	steps: SubmissionSteps<Schema>,
	input: z.infer<Schema>,
	page: z.infer<typeof pageFieldsSchema>,
	checked: Checked | undefined,
): Promise<void> {
	const inspection = steps.inspect(input);
	try {
		await withinDailyBytes(deps, sizeOf(inspection), async () => {
			const quarantined = await quarantineSuspect(deps, page, inspection, checked?.hold);
			if (!quarantined) await steps.save(input, checked);
		});
	} catch (error) {
		await checked?.undo?.();
		throw error;
	}
}

const sizeOf = ({ fields, file }: Inspection) => Buffer.byteLength(JSON.stringify(fields)) + (file?.content.size ?? 0);

/** What is refused or fails doesn't count, so that a smaller file can still be sent. */
async function withinDailyBytes(
	{ rateLimits }: Pick<Deps, "rateLimits">,
	bytes: number,
	save: () => Promise<void>,
): Promise<void> {
	const counted: ReturnType<typeof limitsOfCaller> = [];
	try {
		for (const one of limitsOfCaller(dailyBytes, clientKey())) {
			counted.push(one);
			const wait = await rateLimits.count(one.limit, one.key, bytes);
			if (wait) throw tooManyBytesToday(wait);
		}
		await save();
	} catch (error) {
		for (const { limit, key } of counted) await rateLimits.uncount(limit, key, bytes).catch(() => undefined);
		throw error;
	}
}

const isBlank = (value: unknown) => value === undefined || (typeof value === "string" && value.trim() === "");

function textValues(fields: Record<string, unknown>, names: string[]): Record<string, string> {
	return Object.fromEntries(
		names
			.map((name) => [name, fields[name]])
			.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
	);
}
