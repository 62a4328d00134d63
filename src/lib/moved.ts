import { redirect } from "react-router";

/**
 * The answer that a page has another address for good. A browser would keep it without end, and lead in a circle once the
 * address is used again.
 */
export const movedTo = (path: string): Response =>
	redirect(path, { status: 301, headers: { "Cache-Control": "public, max-age=0, must-revalidate" } });
