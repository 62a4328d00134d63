/**
 * The `handle` of a route whose page, or whose pages below it, are for one person or one company: the server never
 * keeps them in memory or lets anyone else cache or index them.
 */
export const privatePage = { isPrivate: true } as const;
