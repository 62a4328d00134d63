import { isAuthApiError } from "@supabase/auth-js";
import { hc } from "hono/client";
import { z } from "zod";
import type { Api } from "#api.server.ts";
import { authClient, noteMissingSession } from "./auth.client.ts";
import { withVerification } from "./verification.ts";

/** Why a request to the API failed. Status 0 means that there was no response. */
export class ApiError extends Error {
	readonly status: number;
	readonly code: string;
	readonly fields: Record<string, string>;
	/** With status 409: the row as it is now. */
	readonly current: unknown;

	/** Whether the message comes from the server, as opposed to a replacement for a missing one. */
	get isFromServer(): boolean {
		return this.code !== "network" && this.code !== "unreadable";
	}

	constructor(status: number, { error, code, fields = {}, current }: z.infer<typeof errorBodySchema>) {
		super(error);
		this.status = status;
		this.code = code;
		this.fields = fields;
		this.current = current;
	}
}

/** Whether something was refused because the row has changed since it was read. `current` is the row as it is now. */
export const isConflict = (error: Error): error is ApiError => error instanceof ApiError && error.code === "conflict";

/** The row as it is now, of a save that was refused because of it. */
export const currentRow = <Row>(error: Error): Row | undefined =>
	isConflict(error) || (error instanceof ApiError && error.code === "key_reused") ? (error.current as Row) : undefined;

/** Whether the server may have done what was asked: the answer was lost, or something in between gave up waiting for it. */
export const isUnanswered = (error: Error): boolean =>
	error instanceof ApiError && !error.isFromServer && (error.status === 0 || error.status >= 500);

/** Whether the server asks for the second step before it does anything else. */
export const isStepNeeded = (error: unknown): boolean => error instanceof ApiError && error.code === "insufficient_aal";

const errorBodySchema = z.object({
	error: z.string(),
	code: z.string().default("unknown"),
	fields: z.record(z.string(), z.string()).optional(),
	current: z.unknown().optional(),
});

const unreachable = () => new ApiError(0, { error: "We can't reach the server. Please try again.", code: "network" });
const signedOut = () => new ApiError(401, { error: "Please sign in.", code: "unauthenticated" });

const answerWithinMs = 30_000;
const unanswered = new DOMException("There was no answer.", "TimeoutError");

/** Gives a request up that a hanging connection leaves without an answer: it fails as if the server couldn't be reached. */
export function answerDeadline(): AbortSignal {
	const deadline = new AbortController();
	setTimeout(() => deadline.abort(unanswered), answerWithinMs);
	return deadline.signal;
}

/** The same for a request that takes no signal. It goes on, but no one waits for it. */
export function answeredInTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
	const late = new Promise<never>((_, reject) => {
		answerDeadline().addEventListener("abort", () => reject(unreachable()));
	});
	return Promise.race([answer, late]);
}

/** @throws ApiError for every response that is not 2xx, and if there is none */
async function checkedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	const response = await fetch(input, init).catch((error: unknown) => {
		const { aborted, reason } = init?.signal ?? {};
		throw aborted && reason !== unanswered ? error : unreachable();
	});
	if (response.ok) return response;
	throw await readError(response);
}

/**
 * `fetch` with the session of the signed-in account. The typed client, downloads, and live updates use it. What needs a
 * recent verification asks for it, and is sent again.
 * @throws ApiError for every response that is not 2xx, and if there is none; 401 means that the session has ended
 */
export const authorizedFetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
	withVerification(() => fetchOnce(input, init));

async function fetchOnce(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	const headers = new Headers(init?.headers);
	const token = await accessToken();
	headers.set("authorization", `Bearer ${token}`);
	try {
		return await checkedFetch(input, { ...init, headers });
	} catch (error) {
		if (error instanceof ApiError && error.status === 401 && error.isFromServer) await endDeadSession(token);
		throw error;
	}
}

/** The typed client of every endpoint. Read its responses with `parseResponse` of hono/client. */
export const api = hc<Api>("/", { fetch: authorizedFetch });

/** The same for visitors who are not signed in. */
export const publicApi = hc<Api>("/", { fetch: checkedFetch });

async function accessToken(): Promise<string> {
	const { data, error } = await authClient.getSession();
	if (data.session) return data.session.access_token;
	if (error && !isAuthApiError(error)) throw unreachable();
	// Also when this browser's data was cleared, which no one else notices.
	await noteMissingSession();
	throw signedOut();
}

async function readError(response: Response): Promise<ApiError> {
	const body = errorBodySchema.safeParse(await response.json().catch(() => undefined));
	return new ApiError(
		response.status,
		body.data ?? { error: "Something went wrong. Please try again.", code: "unreadable" },
	);
}

/** The client drops the session and notifies the whole page, including all tabs; not one that another tab has opened since. */
async function endDeadSession(token: string): Promise<void> {
	const { data } = await authClient.getSession();
	if (data.session?.access_token === token) await authClient.signOut({ scope: "local" });
}
