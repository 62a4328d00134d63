/** The number of posts on a page of the blog. Older posts follow on the next page. */
export const postsOnPage = 12;

/** The page of the blog that a query asks for, or 1 if the query is invalid. */
export function blogPageOf(search: string): number {
	const page = new URLSearchParams(search).get("page") ?? "";
	return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}

/** The first page has none. */
export const blogPageQuery = (page: number): string => (page === 1 ? "" : `?page=${page}`);

export const blogPagePath = (page: number): string => `/blog${blogPageQuery(page)}`;
