import { HttpError } from "./http-errors.server.ts";

/** The caller's account, as the database has it during this request. */
type Account = {
	userId: string;
	sessionId: string;
	email: string;
	role: "user" | "admin";
	/** Proven lately: what changes an account asks for it (`requireFresh`). */
	isFresh: boolean;
};

/** @throws {HttpError} 403 unless the caller was verified lately */
export function requireFresh({ isFresh }: Account): void {
	if (!isFresh) throw new HttpError(403, "reauthentication_needed", "Please verify your second factor again.");
}

/**
 * Environment of the API's handlers. The account is set only behind endpoints that the access table reserves for
 * "user" or "admin". Code that reads a body calls `checkAccess`, if it is set, after reading it: sending a body can
 * take long, and the caller may lose the role or the session in the meantime.
 */
export type AccountEnv = { Variables: { account: Account; checkAccess?: () => Promise<void> } };
