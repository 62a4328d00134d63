/**
 * The `handle` of a route whose responses look the same to everyone. Only these are kept in memory, and only these may
 * be cached and indexed by others; a route that doesn't say so is private (decision 067). It holds for the route
 * itself, not for those below it.
 */
export const publicPage = { isPublic: true } as const;

/** The `handle` of pages that are an application in the browser; all others are documents (decision 044). */
export const applicationPage = { isApplication: true } as const;

export const isPublic = (handle: unknown): boolean =>
	typeof handle === "object" && handle !== null && "isPublic" in handle && handle.isPublic === true;

export const isApplication = (handle: unknown): boolean =>
	typeof handle === "object" && handle !== null && "isApplication" in handle && handle.isApplication === true;
