import { expect, test } from "./fixtures.ts";
import { ownServer } from "./site-server.ts";

test("answers the home page and its health", async ({ page, request }) => {
	await page.goto("/");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	expect((await request.get("/healthz")).status()).toBe(200);
});

test.use({ expectedErrors: /410|can't be used/ });

test("the log of a site without an admin has a link that makes the first one", async ({ page, ownSite }) => {
	// With a seed the database is its own, which no test has given an admin.
	const site = await ownSite({ ...ownServer, SEED: "starter", ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
	const linksOf = () => site.log().match(/http:\S+\/setup#[\w-]{43}/g) ?? [];
	await expect.poll(linksOf).toHaveLength(1);
	const links = linksOf();
	const asked: string[] = [];
	page.on("request", (request) => asked.push(`${request.url()} ${request.headers().referer ?? ""}`));
	const answer = await page.goto(links[0] ?? "");
	expect([answer?.status(), answer?.headers()["cache-control"]]).toEqual([200, "no-store"]);
	await page.getByLabel("Full Name").fill("Ruth Kessler");
	await page.getByLabel("Email").fill("ruth@example.com");
	await page.getByRole("textbox", { name: "Password", exact: true }).fill("gondola twelve birch");
	await page.getByLabel("Confirm Password").fill("gondola twelve birch");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(`${site.url}/admin`);
	await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
	const token = links[0]?.split("#")[1] ?? "";
	expect(asked.filter((each) => each.includes(token))).toEqual([]);

	await page.goto(site.url);
	await page.goto(links[0] ?? "");
	await page.getByLabel("Full Name").fill("Somebody Else");
	await page.getByLabel("Email").fill("else@example.com");
	await page.getByRole("textbox", { name: "Password", exact: true }).fill("gondola twelve birch");
	await page.getByLabel("Confirm Password").fill("gondola twelve birch");
	await page.keyboard.press("Enter");
	await expect(page.getByText("This link can't be used. Run npm run admin on the server.")).toBeVisible();
});
