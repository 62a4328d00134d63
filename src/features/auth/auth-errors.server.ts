import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { asHttpError, HttpError } from "#platform/http/http-errors.server.ts";
import { maxPasswordBytes } from "./auth.schema.ts";

/** A refusal of the authentication service; codes and texts are the contract's (contracts: auth 3, 6, 15). */
export class AuthError extends Error {
	readonly status: ContentfulStatusCode;
	readonly code: string;
	readonly details: { weakPassword?: "length" | "pwned"; retryAfter?: number };

	constructor(status: ContentfulStatusCode, code: string, message: string, details: AuthError["details"] = {}) {
		super(message);
		this.status = status;
		this.code = code;
		this.details = details;
	}
}

export const validationFailed = (message: string) => new AuthError(400, "validation_failed", message);
const badJson = (reason: string) => new AuthError(400, "bad_json", `Could not parse request body as JSON: ${reason}`);
const tooLarge = () => new AuthError(413, "request_entity_too_large", "Request body is too large");
export const noSuchEndpoint = () => new AuthError(404, "not_found", "This endpoint does not exist");
export const unsupportedGrantType = () => new AuthError(400, "invalid_credentials", "unsupported_grant_type");

export const noAuthorization = () =>
	new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
export const badJwt = () => new AuthError(403, "bad_jwt", "invalid JWT: unable to verify the token");
export const userNotFound = () => new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
export const sessionNotFound = () =>
	new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");

export const emailAndPhone = () =>
	validationFailed("Only an email address or phone number should be provided on login.");
export const phoneDisabled = () => new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
export const invalidCredentials = () => new AuthError(400, "invalid_credentials", "Invalid login credentials");
export const emailNotConfirmed = () => new AuthError(400, "email_not_confirmed", "Email not confirmed");

/** Only someone who has proven to be its owner reads this. */
export const accountDeactivated = () =>
	new AuthError(403, "user_banned", "This account has been deactivated. Please ask an admin to reactivate it.");

export const malformedRefreshToken = () => validationFailed("Refresh token is not valid");
export const refreshTokenNotFound = () =>
	new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
export const refreshTokenUsed = () =>
	new AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
export const sessionExpired = () => new AuthError(400, "session_expired", "Invalid Refresh Token: Session Expired");

export const signupDisabled = () => new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
export const anonymousDisabled = () =>
	new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
export const userAlreadyExists = () => new AuthError(422, "user_already_exists", "User already registered");
export const passwordTooLong = () => validationFailed(`Password cannot be longer than ${maxPasswordBytes} characters`);
export const passwordTooShort = (minimum: number) =>
	new AuthError(422, "weak_password", `Password should be at least ${minimum} characters.`, { weakPassword: "length" });
export const passwordTooCommon = () =>
	new AuthError(422, "weak_password", "This password is on a list of common passwords. Please choose another one.", {
		weakPassword: "pwned",
	});
export const reauthenticationNeeded = () =>
	new AuthError(403, "reauthentication_needed", "Please enter your current password, or sign in again.");
export const wrongCurrentPassword = () =>
	new AuthError(400, "current_password_invalid", "That isn't your current password.");
export const samePassword = () =>
	new AuthError(422, "same_password", "New password should be different from the old password.");
export const notAdmin = () => new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
export const notSupported = (message: string) => new AuthError(422, "validation_failed", message);

export const linkExpired = () => new AuthError(403, "otp_expired", "Email link is invalid or has expired");
export const codeExpired = () => new AuthError(403, "otp_expired", "Token has expired or is invalid");

export const tooManyRequests = (retryAfter: number) =>
	new AuthError(429, "over_request_rate_limit", "Request rate limit reached", { retryAfter });
export const mailTooSoon = (seconds: number) =>
	new AuthError(
		429,
		"over_email_send_rate_limit",
		`For security purposes, you can only request this after ${seconds} seconds.`,
		{ retryAfter: seconds },
	);
export const mailsExhausted = (retryAfter: number) =>
	new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded", { retryAfter });

const unexpectedFailure = () =>
	new AuthError(500, "unexpected_failure", "Unexpected failure, please check server logs for more information");

const retryIn = (retryAfter: number | undefined) => (retryAfter ? { retryAfter } : {});

/** Turns whatever was thrown into an answerable refusal; what is unknown says nothing about its cause. */
export function asAuthError(error: unknown): AuthError {
	if (error instanceof AuthError) return error;
	if (error instanceof HttpError && error.status === 413) return tooLarge();
	if (error instanceof HttpError && error.status === 400) return badJson(error.message);
	const { status, message, details } = asHttpError(error);
	// A client waits and tries again on this status, instead of ending its session.
	if (status === 503) return new AuthError(503, "unexpected_failure", message, retryIn(details.retryAfter));
	return unexpectedFailure();
}

const apiVersion = "2024-01-01";

/** Answers in the shape that the caller understands (contracts: auth 3.1). The client reads `code` only beside the header. */
export function answerAuthError(error: unknown, c: Context) {
	const { status, code, message, details } = asAuthError(error);
	// A refusal is an answer, not an incident: only what is unknown goes to the error log.
	if (status < 500) c.error = undefined;
	if (details.retryAfter) c.header("Retry-After", String(details.retryAfter));
	const weak = details.weakPassword && { weak_password: { reasons: [details.weakPassword] } };
	if (speaksNewShape(c.req.header("X-Supabase-Api-Version"))) {
		c.header("X-Supabase-Api-Version", apiVersion);
		return c.json({ code, message, ...weak }, status);
	}
	return c.json({ code: status, error_code: code, msg: message, ...weak }, status);
}

function speaksNewShape(version = ""): boolean {
	const isDate = /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version));
	return isDate && version >= apiVersion;
}
