/** Under this key the session's storage keeps the toast that was showing when a link was followed. */
export const keptToastKey = "toast";
