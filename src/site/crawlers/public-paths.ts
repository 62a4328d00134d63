import { servicePaths } from "#site/services/services.ts";

/** Every public page that is there on a fresh site: what the sitemap begins with, and what tests and measurements visit. */
export const publicPaths = ["/", ...servicePaths, "/blog", "/careers", "/contact", "/book-call", "/privacy"];
