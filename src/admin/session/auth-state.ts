import type { AuthChangeEvent, Session, User } from "@supabase/auth-js";
import { lacksSecondStep } from "./claims.ts";

export type AuthState = {
	/** True until the client has looked for a stored session. */
	loading: boolean;
	session: Session | null;
	/** Whose session ended without 'Log out': the open screen waits for them to sign in again. */
	interrupted: User | null;
	/** Whether the session ended by 'Log out': the next person to sign in starts with nothing of it. */
	loggedOut: boolean;
};

export const initialAuthState: AuthState = { loading: true, session: null, interrupted: null, loggedOut: false };

/** @param loggingOut whether the end of the session was asked for here */
export function nextAuthState(
	state: AuthState,
	event: AuthChangeEvent,
	session: Session | null,
	loggingOut: boolean,
): AuthState {
	// At start SIGNED_IN comes before INITIAL_SESSION; only the latter says that the lookup is over (contracts: auth 12.1).
	const loading = state.loading && event !== "INITIAL_SESSION";
	if (session) {
		// SIGNED_IN repeats whenever the tab becomes visible: the same session is no news.
		if (loading === state.loading && session.access_token === state.session?.access_token && event !== "USER_UPDATED") {
			return state;
		}
		// A screen that waits for its owner waits for the second step, too.
		const interrupted = state.interrupted && lacksSecondStep(session) ? state.interrupted : null;
		return { loading, session, interrupted, loggedOut: false };
	}
	const interrupted = loggingOut ? null : (state.session?.user ?? state.interrupted);
	return { loading, session: null, interrupted, loggedOut: loggingOut };
}
