import { chromium } from "@playwright/test";
import { signIn } from "./e2e/accounts.ts";
import { adminAccount, startSite } from "./e2e/site-server.ts";
import { signInOverHttp } from "./e2e/staff.ts";
import { launchOptions } from "./playwright.config.ts";
const site = await startSite();
const browser = await chromium.launch(launchOptions);
try {
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}`, "content-type": "application/json" };
	const put = async (page: string, values: object) => {
		const r = await fetch(`${site.url}/api/site/${page}/draft`, { method: "PUT", headers, body: JSON.stringify({ values, expected_version: 0 }) });
		const { version } = await r.json() as { version: number };
		const p = await fetch(`${site.url}/api/site/${page}/publish`, { method: "POST", headers, body: JSON.stringify({ expected_version: version }) });
		console.log(page, r.status, p.status, p.ok ? "" : await p.text());
	};
	await put("brand", { "color.dark": "#0b2a4a", "color.accent": "#22b8a0" });
	await put("offer", { services: ["public-relations", "photography", "graphic-design"] });
	await new Promise((r) => setTimeout(r, 1500));
	const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1440, height: 900 } });
	const page = await context.newPage();
	for (const [name, path] of [["home", "/"], ["contact", "/contact"], ["pr", "/services/public-relations"]] as const) {
		await page.goto(path); await page.waitForTimeout(1200);
		await page.screenshot({ path: `screens/brand-${name}.png`, fullPage: name === "home" });
	}
	await page.goto("/admin/site?page=offer");
	await signIn(page, adminAccount);
	await page.waitForTimeout(2500);
	await page.screenshot({ path: "screens/brand-admin.png" });
	await page.emulateMedia({ colorScheme: "dark" });
	await page.goto("/admin/site?page=brand"); await page.waitForTimeout(2500);
	await page.screenshot({ path: "screens/brand-admin-dark.png" });
} finally { await browser.close(); await site.stop(); }
