import type { ContentfulStatusCode } from "hono/utils/http-status";
import { data } from "react-router";
import { z } from "zod";
import { holdSuspect } from "#features/quarantine/suspect-forms.server.ts";
import { fieldErrors } from "#lib/fields.ts";
import { type BookedCall, type Submission, timeField, trapField } from "#lib/submission.ts";
import { visitor } from "#platform/database/actor.server.ts";
import { type Database, holdLock } from "#platform/database/database.server.ts";
import { checkRoomForTexts, readDiskSpace } from "#platform/files/disk-space.server.ts";
import { asHttpError, HttpError, invalidInput, tooManyRequests } from "#platform/http/http-errors.server.ts";
import { readFields } from "#platform/http/read-body.server.ts";
import { requestContext } from "#platform/http/request-context.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import { countCaller, limitsOfCaller, type RateLimit, type RateLimits } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { secondsSince } from "./form-time.server.ts";
import { formKey, isOnHold, isRecorded, type PublicForm, type Reception, type SentForm } from "./reception.server.ts";

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
 * Per client address, over all public forms (decision 034): more than a family or an office behind one address sends, and
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

/** What receives a form. Its `rateLimits` take back what they have counted for a form that is not received. */
export type FormDeps = Pick<
	Deps,
	"db" | "storage" | "clock" | "logger" | "settings" | "rateLimits" | "jobs" | "metrics"
>;

type SubmissionSteps<Schema extends z.ZodType> = {
	form: PublicForm;
	/** Reads the fields of these names. What it leaves in `resources` is disposed of when the form has been handled. */
	read(names: string[], resources: AsyncDisposableStack): Promise<SubmittedForm>;
	schema: Schema;
	/** Which of its values is a file. */
	fileOf?(input: z.infer<Schema>): UploadedFile | undefined;
	/** How much of a body is read for the fields of a form that is refused anyway. */
	bodyLimit?: number;
	/** @param until when the time that the form names is only kept until then */
	save(deps: FormDeps, input: z.infer<Schema>, reception: Reception, until: Date | null): Promise<unknown>;
	/** What else there is to a form that names the time of a call; undefined for one that doesn't. */
	timed?(deps: FormDeps, input: z.infer<Schema>): TimedSteps | undefined;
};

export type TimedSteps = {
	/** The same form, as long as its booking has, or keeps, its time. */
	findBooked(db: Database, key: string): Promise<Kept | undefined>;
	/** Counts one more call. @throws {HttpError} 429 */
	count(): Promise<Kept>;
	/** Keeps the time of a form that is put on hold, in the transaction that stores it. */
	hold(tx: Database, heldId: string): Promise<void>;
	/** What a failure to take the time is to the visitor; undefined for any other failure. */
	refusalOf(error: unknown): Promise<HttpError | undefined>;
	/** What the page says about the call. */
	describe(kept: Kept): BookedCall;
};

/** Until when a time waits for the guest's confirmation, if it does. */
export type Kept = { until: Date | null };

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
	deps: FormDeps,
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
		const call = await receive(deps, steps, parsed.data, page.data);
		const firstName = textValues(fields, ["firstName"]).firstName?.trim() ?? "";
		return { submission: { outcome: "saved", firstName, ...(call && { call }) }, status: 201, headers: {} };
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

const pageText = z.string({ error: "Please enter text." }).nullish();
/** What the page adds to every public form, besides the fields of its subject. */
const pageFieldsSchema = z.object({ [trapField]: pageText, [timeField]: pageText });

/** The same form was received at the same moment. Leaves the transaction that has found that. */
class SentBefore extends Error {
	readonly kept: Kept;

	constructor(kept: Kept) {
		super("the form was sent before");
		this.kept = kept;
	}
}

/**
 * Puts a form that looks like spam on hold, and saves any other. The same form is received once, also when two come at
 * once (decision 080).
 * @returns the call that it has booked, if it names a time
 */
async function receive<Schema extends z.ZodObject>(
	{ rateLimits, ...rest }: FormDeps,
	steps: SubmissionSteps<Schema>,
	input: z.infer<Schema>,
	page: z.infer<typeof pageFieldsSchema>,
): Promise<BookedCall | undefined> {
	const counts = undoable(rateLimits);
	const deps = { ...rest, rateLimits: counts };
	const timed = steps.timed?.(deps, input);
	const file = steps.fileOf?.(input);
	const fields = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== file));
	const sent: SentForm = { form: steps.form, fields, file };
	const form_key = await formKey(deps.settings, sent);
	async function findSent(db: Database): Promise<Kept | undefined> {
		// What is on hold is answered like what isn't.
		if (await isOnHold(db, form_key, deps.clock())) return { until: null };
		if (timed) return timed.findBooked(db, form_key);
		return (await isRecorded(db, steps.form, form_key)) ? { until: null } : undefined;
	}
	async function store(): Promise<Kept> {
		await countBytes(deps, sent);
		const kept = (await timed?.count()) ?? { until: null };
		const reception: Reception = {
			actor: visitor,
			form_key,
			async begin(tx) {
				await holdLock(tx, form_key);
				const before = await findSent(tx);
				if (before) throw new SentBefore(before);
			},
		};
		const signs = {
			trap: page[trapField] ?? "",
			seconds: secondsSince(deps.settings, page[timeField] ?? "", deps.clock()),
		};
		if (!(await holdSuspect(deps, sent, signs, reception, timed?.hold)))
			await steps.save(deps, input, reception, kept.until);
		return kept;
	}
	const kept =
		(await findSent(deps.db)) ??
		(await store().catch(async (error) => {
			await counts.undo();
			if (error instanceof SentBefore) return error.kept;
			throw (await timed?.refusalOf(error)) ?? error;
		}));
	return timed?.describe(kept);
}

/** Limits that can take back what they have counted: a smaller file can still be sent, and another time booked. */
function undoable(limits: RateLimits): RateLimits & { undo(): Promise<void> } {
	const counted: Parameters<RateLimits["uncount"]>[] = [];
	return {
		...limits,
		count(...counting) {
			counted.push(counting);
			return limits.count(...counting);
		},
		async undo() {
			for (const each of counted) await limits.uncount(...each).catch(() => undefined);
		},
	};
}

async function countBytes({ rateLimits }: FormDeps, { fields, file }: SentForm): Promise<void> {
	const bytes = Buffer.byteLength(JSON.stringify(fields)) + (file?.content.size ?? 0);
	for (const { limit, key } of limitsOfCaller(dailyBytes, clientKey())) {
		const wait = await rateLimits.count(limit, key, bytes);
		if (wait) throw tooManyBytesToday(wait);
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
