/** Posts on a page of the blog; older ones follow on the next. */
export const postsOnPage = 12;

/** The page of the blog that a query asks for, 1 for whatever it does not ask properly. */
export function blogPageOf(search: string): number {
	const page = new URLSearchParams(search).get("page") ?? "";
	return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}

/** The first page has none. */
export const blogPageQuery = (page: number): string => (page === 1 ? "" : `?page=${page}`);

export const blogPagePath = (page: number): string => `/blog${blogPageQuery(page)}`;
