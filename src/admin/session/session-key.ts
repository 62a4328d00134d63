/** Where a browser that is signed in keeps its session. */
export const sessionKey = "pilcrow-session";
