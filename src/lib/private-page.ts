/**
 * The `handle` of a route whose page, or whose pages below it, are for one person or one company: the server never
 * keeps them in memory or lets anyone else cache or index them.
 */
export const privatePage = { isPrivate: true } as const;

/** The `handle` of private pages that are an application in the browser; all others are documents (decision 044). */
export const applicationPage = { ...privatePage, isApplication: true } as const;

export const isApplication = (handle: unknown): boolean =>
	typeof handle === "object" && handle !== null && "isApplication" in handle && handle.isApplication === true;
