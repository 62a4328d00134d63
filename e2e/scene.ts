import type { Page } from "@playwright/test";
import type { SceneData } from "./scene-data.ts";
import { routeSubmission } from "./submissions.ts";

/** A page or a screen in one state. Pictures are taken of each, and each has to be accessible. */
export type Scene = {
	name: string;
	path: string | ((data: SceneData) => string);
	/** Brings the page from its first look into the state. */
	prepare?(page: Page): Promise<unknown>;
	/** Before the page is opened, to hold or break what it will ask for. */
	before?(page: Page): Promise<unknown>;
	/** Narrowest and widest window, in pixels, in which the state exists. */
	from?: number;
	to?: number;
	/** A page of its own that only such a state shows: `npm test` looks at it, too. */
	ownPage?: true;
	/** The state is about what is on screen now: the picture does not show the page's whole length. */
	windowOnly?: true;
};

export const addressOf = ({ path }: Scene, data: SceneData): string => (typeof path === "string" ? path : path(data));

/** Answers that never come, for as long as the page is open. */
export const stallAnswers = (address: string) => (page: Page) => page.route(address, () => {});

/** As when the connection is lost on the way. */
export const loseAnswers = (path: string) => (page: Page) => routeSubmission(page, path, (route) => route.abort());

export const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Until all pictures are there, also those that load when they come into view, and nothing moves. */
export async function settle(page: Page): Promise<void> {
	await page.waitForFunction(() => document.readyState === "complete" && document.fonts.status === "loaded");
	await page.evaluate(async () => {
		for (const image of document.images) image.loading = "eager";
		const frame = () => new Promise((done) => requestAnimationFrame(done));
		await frame();
		await Promise.allSettled([...document.images].map((image) => image.decode()));
		await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
		await frame();
	});
}
