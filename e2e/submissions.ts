import type { Page, Route } from "@playwright/test";

/** Answers what the form of the page at `path` sends, in place of the server or before it. */
export const routeSubmission = (page: Page, path: string, answer: (route: Route) => Promise<void>) =>
	page.route(`**${path}`, (route) => (route.request().method() === "POST" ? answer(route) : route.fallback()));
