import { readFile } from "node:fs/promises";
import type { Browser, Locator, Page } from "@playwright/test";
import type { DatabaseHandle } from "#platform/database/database.server.ts";
import type { Account } from "./accounts.ts";
import { expect } from "./fixtures.ts";
import { openSession, sharedSession } from "./sessions.ts";
import { adminAccount, type SiteServer } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

export const bookingsPath = "/admin/bookings";
export const contactsPath = "/admin/contacts";

/** What the console shows while the server is gone or a request is made to fail. */
export const lostConnection = /Failed to load resource|net::ERR_|We can't reach the server|went wrong/;

/**
 * Opens an address signed in, as signing in leaves it in the browser; `auth.spec.ts` shows that the form does that. The
 * admin's session is shared; with an account, a new one is opened, which the test may end or renew.
 */
export async function openDesk(page: Page, path: string, account?: Pick<Account, "email" | "password">): Promise<void> {
	const { origin } = new URL(URL.canParse(path) ? path : (await page.request.head("/robots.txt")).url());
	const session = await (account ? openSession(origin, account) : sharedSession(origin, adminAccount));
	await page.addInitScript(storeSession, { origin, session: JSON.stringify(session), mark: crypto.randomUUID() });
	await page.goto(path);
}

/**
 * Runs in the page, before its own scripts. Once: after that, the session is the page's own affair. The browser's viewer of
 * PDF files has the page's address, but no storage.
 */
function storeSession({ origin, session, mark }: { origin: string; session: string; mark: string }): void {
	if (location.origin !== origin || !window.sessionStorage || sessionStorage.getItem(mark)) return;
	sessionStorage.setItem(mark, "kept");
	localStorage.setItem("pilcrow-session", session);
}

/** Opens an address signed in, until it is live: toasts and presence tell of nothing that was before. */
export async function openLiveDesk(page: Page, path: string, account?: Pick<Account, "email" | "password">) {
	const listening = page.waitForResponse("**/api/live");
	await openDesk(page, path, account);
	await listening;
}

/** Goes to another of the sidebar's sections, as staff do: opening a screen again takes several times as long. */
export async function openSection(page: Page, label: string): Promise<void> {
	const link = page.getByRole("navigation", { name: "Admin Panel" }).getByRole("link", { name: label });
	await link.click();
	await expect(link).toHaveAttribute("aria-current", "page");
}

/** The same screen in a browser of its own, live. */
export async function openSecondDesk(browser: Browser, path: string): Promise<Page> {
	const page = await (await browser.newContext()).newPage();
	await openLiveDesk(page, path);
	return page;
}

/** A name that no other test uses. */
export const uniqueName = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;

export const rowOf = (page: Page, name: string): Locator =>
	page.getByRole("row").filter({ has: page.getByRole("cell", { name }) });

export const toast = (page: Page, title: string): Locator =>
	page
		.getByRole("region", { name: /Notifications/ })
		.getByRole("listitem")
		.filter({ hasText: new RegExp(title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")) });

/** Answers the question that a button has asked. */
export const answerQuestion = (page: Page, title: string, button: string): Promise<void> =>
	page.getByRole("dialog", { name: title }).getByRole("button", { name: button, exact: true }).click();

export async function addOverHttp(site: SiteServer, list: "bookings" | "contacts", ...rows: object[]): Promise<void> {
	const authorization = `Bearer ${await signInOverHttp(site)}`;
	for (const row of rows) {
		const answer = await fetch(`${site.url}/api/${list}`, {
			method: "POST",
			headers: { authorization, "content-type": "application/json" },
			body: JSON.stringify(row),
		});
		expect(answer.status).toBe(201);
	}
}

/** Writes into the database itself, whether the site runs or not. */
export async function inDatabase(
	site: SiteServer,
	write: (db: DatabaseHandle["db"]) => Promise<unknown>,
): Promise<void> {
	const database = await site.openDatabase();
	await write(database.db);
	await database.close();
}

/** The file that "Export CSV" saves. */
export async function exported(page: Page, filename: string): Promise<string> {
	const download = page.waitForEvent("download");
	await page.getByRole("button", { name: "Export CSV" }).click();
	const file = await download;
	expect(file.suggestedFilename()).toBe(filename);
	return readFile(await file.path(), "utf8");
}
