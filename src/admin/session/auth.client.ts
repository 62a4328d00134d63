import { GoTrueClient } from "@supabase/auth-js";
import { sessionKey } from "./session-key.ts";

/**
 * The session of this browser. Made when its module loads, before the router runs: it takes the session of a mailed
 * link out of the address. The `.client` in the name keeps it out of the server's build.
 */
export const authClient = new GoTrueClient({
	url: "/auth/v1",
	storageKey: sessionKey,
	persistSession: true,
	autoRefreshToken: true,
	flowType: "implicit",
	detectSessionInUrl: true,
});

import.meta.hot?.dispose(() => authClient.dispose());
