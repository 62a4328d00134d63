/** The key under which a signed-in browser stores its session. */
export const sessionKey = "pilcrow-session";
