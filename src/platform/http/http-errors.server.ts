import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { foreignSectionText } from "#lib/access/areas.ts";
import { causesOf, hasCause } from "#platform/database/failures.server.ts";

/** The message for each refused form field, by field name. */
export type FieldErrors = Record<string, string>;

/** A failure that the caller may see. Any other error becomes a 500 without details. */
export class HttpError extends Error {
	readonly status: ContentfulStatusCode;
	readonly code: string;
	readonly details: {
		fields?: FieldErrors;
		current?: unknown;
		retryAfter?: number;
		/** For a time that is taken: the free ones nearest to it. Never part of an API response. */
		nearest?: string[];
		/** The values read from a refused form, so that the page can show them again. Never part of an API response. */
		typed?: Record<string, string>;
	};

	constructor(status: ContentfulStatusCode, code: string, message: string, details: HttpError["details"] = {}) {
		super(message);
		this.status = status;
		this.code = code;
		this.details = details;
	}
}

export const badRequest = (message: string) => new HttpError(400, "bad_request", message);
export const invalidInput = (fields: FieldErrors) =>
	new HttpError(422, "invalid_input", "Please check the marked fields.", { fields });
export const unauthenticated = () => new HttpError(401, "unauthenticated", "Please sign in.");
export const forbidden = (message = "Only admins can do this.") => new HttpError(403, "forbidden", message);
/** @param giver who can change what the caller may see */
export const foreignSection = (giver: string) => new HttpError(403, "area", foreignSectionText(giver));
export const stepNeeded = () =>
	new HttpError(403, "insufficient_aal", "Please confirm your sign-in with your second factor.");
export const verificationNeeded = () =>
	new HttpError(403, "reauthentication_needed", "Please verify your second factor again.");
export const notFound = (what: string, next = "It may have been deleted. Reload the page.") =>
	new HttpError(404, "not_found", `${what} doesn't exist. ${next}`);
export const noEndpoint = () => notFound("This endpoint", "Check the method and the URL.");
export const methodNotAllowed = () =>
	new HttpError(405, "method_not_allowed", "This page doesn't accept this method. Open it, or send its form.");
export const tooLarge = (limit: string) =>
	new HttpError(413, "too_large", `This is too large (the limit is ${limit}). Send less, or choose a smaller file.`);
export const unsupportedMediaType = (message = "Send this as a form or as JSON.") =>
	new HttpError(415, "unsupported_media_type", message);
export const tooManyRequests = (retryAfter: number) =>
	new HttpError(429, "too_many_requests", "Too many requests. Please wait a moment and try again.", { retryAfter });
/** How long a database usually takes to restart. */
const comeBackSeconds = 5;
const comeBack = (code: string, message: string) => new HttpError(503, code, message, { retryAfter: comeBackSeconds });

/** The row has changed since the caller read it. `current` is its current state. */
export const conflict = (message: string, current: unknown) => new HttpError(409, "conflict", message, { current });
const unavailable = () =>
	comeBack("unavailable", "We're having technical trouble right now. Please try again in a moment.");

/** Every failure of the API has the same shape: `{ error, code, fields?, current? }`. */
export function errorBody(error: HttpError) {
	const { fields, current } = error.details;
	return {
		error: error.message,
		code: error.code,
		...(fields && { fields }),
		...(current !== undefined && { current }),
	};
}

/** More work is waiting than can be done in an acceptable time. */
export const busy = () => comeBack("busy", "We're getting too many requests right now. Please try again in a moment.");

const internalError = () => new HttpError(500, "internal", "Something went wrong on our side. Please try again.");

/** Converts any error to one that can be sent to the caller. Unknown errors reveal nothing about their cause. */
export function asHttpError(error: unknown): HttpError {
	if (error instanceof HttpError) return error;
	return isConnectionFailure(error) ? unavailable() : internalError();
}

/** The error handler of the API and of the whole app. */
export function answerHttpError(error: unknown, c: Context) {
	const failure = asHttpError(error);
	// A refusal is a normal response. Only unknown errors are logged as errors.
	if (error instanceof HttpError) c.error = undefined;
	if (failure.details.retryAfter) c.header("retry-after", String(failure.details.retryAfter));
	return c.json(errorBody(failure), failure.status);
}

const connectionFailures = new Set([
	"ECONNREFUSED",
	"ECONNRESET",
	"EPIPE",
	"ETIMEDOUT",
	"ENOTFOUND",
	// The database server is shutting down, starting up, or out of connections.
	"57P01",
	"57P02",
	"57P03",
	"53300",
]);

/** The messages of pg errors without a code: the connection was lost or timed out, or the pool is closed. */
const lostConnection =
	/^(Connection terminated|Client was closed|Client has encountered a connection error|timeout expired|Cannot use a pool after)/;

/** Whether the database or another server could not be reached, or the connection was lost. */
export const isConnectionFailure = (error: unknown): boolean =>
	hasCause(error, connectionFailures) ||
	causesOf(error).some((cause) => lostConnection.test(cause.message) || isUnreachable(cause));

/** Whether no process is listening at an address. Also true if a Unix socket doesn't exist. */
export function isUnreachable(error: unknown): boolean {
	if (!(error instanceof Error && "code" in error && "syscall" in error) || error.syscall !== "connect") return false;
	return error.code === "ECONNREFUSED" || error.code === "ENOENT";
}
