import { expect, test } from "./fixtures.ts";

test("answers the home page and its health", async ({ page, request }) => {
	await page.goto("/");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	expect((await request.get("/healthz")).status()).toBe(200);
});
