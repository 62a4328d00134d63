import { isAuthApiError } from "@supabase/auth-js";
import { hc } from "hono/client";
import { z } from "zod";
import type { Api } from "#api.server.ts";
import { authClient } from "./auth.client.ts";

/** Why the API did not do what it was asked for. Status 0: no answer came. */
export class ApiError extends Error {
	readonly status: number;
	readonly code: string;
	readonly fields: Record<string, string>;
	/** With status 409: the row as it is now. */
	readonly current: unknown;

	/** Whether the message is the server's own, not one that stands in for none. */
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

/** Whether something was refused because the row has changed since it was read; `current` is what it is now. */
export const isConflict = (error: Error): error is ApiError => error instanceof ApiError && error.code === "conflict";

const errorBodySchema = z.object({
	error: z.string(),
	code: z.string().default("unknown"),
	fields: z.record(z.string(), z.string()).optional(),
	current: z.unknown().optional(),
});

const unreachable = () => new ApiError(0, { error: "We can't reach the server. Please try again.", code: "network" });
const signedOut = () => new ApiError(401, { error: "Please sign in.", code: "unauthenticated" });

/** @throws ApiError for every answer that is not 2xx, and for none */
async function checkedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	const response = await fetch(input, init).catch((error: unknown) => {
		throw init?.signal?.aborted ? error : unreachable();
	});
	if (response.ok) return response;
	throw await readError(response);
}

/**
 * `fetch` with the session of the signed-in account: what the typed client, downloads and live updates are built on.
 * @throws ApiError for every answer that is not 2xx, and for none; 401 stands for a session that has ended
 */
export async function authorizedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	const headers = new Headers(init?.headers);
	headers.set("authorization", `Bearer ${await accessToken()}`);
	try {
		return await checkedFetch(input, { ...init, headers });
	} catch (error) {
		if (error instanceof ApiError && error.status === 401) await endDeadSession();
		throw error;
	}
}

/** The typed client of every endpoint; answers come through `parseResponse` of hono/client. */
export const api = hc<Api>("/", { fetch: authorizedFetch });

/** The same for those who are not signed in. */
export const publicApi = hc<Api>("/", { fetch: checkedFetch });

async function accessToken(): Promise<string> {
	const { data, error } = await authClient.getSession();
	if (data.session) return data.session.access_token;
	throw error && !isAuthApiError(error) ? unreachable() : signedOut();
}

async function readError(response: Response): Promise<ApiError> {
	const body = errorBodySchema.safeParse(await response.json().catch(() => undefined));
	return new ApiError(
		response.status,
		body.data ?? { error: "Something went wrong. Please try again.", code: "unreadable" },
	);
}

/** Asks the service itself, which makes the client drop the session and tell the whole page, all tabs included. */
async function endDeadSession(): Promise<void> {
	const { error } = await authClient.getUser();
	if (isAuthApiError(error)) await authClient.signOut({ scope: "local" });
}
