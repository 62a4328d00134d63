/** The header of a save that names its editing session, a UUID (decision 051). */
export const sessionHeader = "editing-session";

/** For a save of this session. */
export const inSession = (session: string) => ({ headers: { [sessionHeader]: session } });
