import type { Session } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { type AuthState, initialAuthState, nextAuthState } from "./auth-state.ts";

const session = (access_token: string, id = "ada"): Session => ({
	access_token,
	refresh_token: "refresh",
	expires_in: 3600,
	token_type: "bearer",
	user: { id, aud: "authenticated", app_metadata: {}, user_metadata: {}, created_at: "" },
});
const signedIn: AuthState = { loading: false, session: session("first"), interrupted: null, loggedOut: false };

describe("loading", () => {
	// proves S4-auth-01
	test("ends with the initial session, not with the sign-in event before it", () => {
		const started = nextAuthState(initialAuthState, "SIGNED_IN", session("first"), false);
		expect(started.loading).toBe(true);
		expect(nextAuthState(started, "INITIAL_SESSION", session("first"), false)).toEqual(signedIn);
	});
	// proves S4-auth-01
	test("ends when there is no session", () => {
		const state = nextAuthState(initialAuthState, "INITIAL_SESSION", null, false);
		expect(state).toEqual({ loading: false, session: null, interrupted: null, loggedOut: false });
	});
});

describe("a repeated sign-in event", () => {
	test("changes nothing while the session is the same", () => {
		expect(nextAuthState(signedIn, "SIGNED_IN", session("first"), false)).toBe(signedIn);
	});
	// proves S4-auth-02
	test("brings the new token after a refresh", () => {
		expect(nextAuthState(signedIn, "TOKEN_REFRESHED", session("second"), false).session?.access_token).toBe("second");
	});
});

describe("the end of a session", () => {
	// proves S4-auth-02
	test("elsewhere remembers whose it was, also when it is told twice", () => {
		const ended = nextAuthState(signedIn, "SIGNED_OUT", null, false);
		expect(ended).toMatchObject({ session: null, interrupted: { id: "ada" } });
		expect(nextAuthState(ended, "SIGNED_OUT", null, false)).toMatchObject({ interrupted: { id: "ada" } });
	});
	test("by logging out here forgets it", () => {
		expect(nextAuthState(signedIn, "SIGNED_OUT", null, true)).toMatchObject({ interrupted: null, loggedOut: true });
	});
	test("is over with the next sign-in", () => {
		const ended = nextAuthState(signedIn, "SIGNED_OUT", null, false);
		expect(nextAuthState(ended, "SIGNED_IN", session("third", "grace"), false)).toMatchObject({
			session: { access_token: "third" },
			interrupted: null,
		});
	});
});
