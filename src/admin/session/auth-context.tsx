import type { User } from "@supabase/auth-js";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "#ui/toast.ts";
import { authClient } from "./auth.client.ts";
import { type AuthState, initialAuthState, nextAuthState } from "./auth-state.ts";
import { clearAccountData } from "./clear-account-data.ts";
import { deleteStoredWork, openStoredWork } from "./stored-work.ts";

type Auth = AuthState & {
	user: User | null;
	/** Whose account this is, also while they have to sign in again. */
	owner: User | null;
	/** What to show over a screen that waits for them. */
	signInAgain: ReactNode;
	/** @param scope `local` ends the session of this browser alone */
	logOut: (scope?: "global" | "local") => Promise<void>;
};

const AuthContext = createContext<Auth | null>(null);

export function AuthProvider({ signInAgain, children }: { signInAgain: ReactNode; children: ReactNode }) {
	const [state, setState] = useState(initialAuthState);
	const loggingOut = useRef(false);
	const owner = useRef<string>(null);

	useEffect(() => {
		const { data } = authClient.onAuthStateChange((event, session) => {
			if (session && owner.current && owner.current !== session.user.id) clearAccountData();
			if (session) {
				owner.current = session.user.id;
				openStoredWork(owner.current);
			}
			setState((state) => nextAuthState(state, event, session, loggingOut.current));
		});
		return () => data.subscription.unsubscribe();
	}, []);

	const navigate = useNavigate();
	const logOut = useCallback(
		async (scope: "global" | "local" = "global") => {
			loggingOut.current = true;
			const { error } = await authClient.signOut({ scope });
			loggingOut.current = false;
			// The session of this device goes in either case; the other devices' ones are what the server was needed for.
			if (!error || scope === "local") {
				clearAccountData();
				deleteStoredWork();
				await navigate("/auth", { replace: true });
				return;
			}
			toast({
				title: "Log Out Failed",
				description: "We couldn't reach the server, so you're still signed in.",
				tone: "destructive",
				action: { label: "Log Out on This Device", onSelect: () => void logOut("local") },
			});
		},
		[navigate],
	);

	const value = useMemo(() => {
		const user = state.session?.user ?? null;
		return { ...state, user, owner: user ?? state.interrupted, signInAgain, logOut };
	}, [state, signInAgain, logOut]);
	return <AuthContext value={value}>{children}</AuthContext>;
}

export function useAuth(): Auth {
	const auth = useContext(AuthContext);
	if (!auth) throw new Error("useAuth needs the session layout around it");
	return auth;
}
