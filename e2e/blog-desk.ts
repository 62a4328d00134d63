import type { Locator, Page } from "@playwright/test";
import { signIn } from "./accounts.ts";
import { expect } from "./fixtures.ts";
import { adminAccount } from "./site-server.ts";

let count = 0;
/** A title that no other test has. */
export const buildTitle = (words: string) => `${words} ${process.pid} ${++count}`;

export const titleField = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
export const contentField = (page: Page) => page.getByRole("textbox", { name: "Content" });
export const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

export async function openBlogDesk(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await signIn(page, adminAccount);
	// The way to sign in has a heading of its own.
	await expect(page.getByRole("heading", { level: 1, name: /Post/ })).toBeVisible();
}
