import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { freePort } from "#platform/postgres/postgres-address.server.ts";
import { signIn } from "./accounts.ts";
import { lostConnection, rowOf } from "./desk.ts";
import { expect, test } from "./fixtures.ts";

// The screen notices that the site is gone.
test.use({ expectedErrors: lostConnection });

test("npm run demo shows a busy back office to the admin that it prints, and leaves nothing behind", async ({
	page,
}) => {
	test.setTimeout(60_000);
	const port = await freePort();
	const demo = spawn(process.execPath, ["scripts/demo.ts"], {
		env: { ...process.env, PORT: String(port) },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const exited = once(demo, "exit");
	let printed = "";
	demo.stdout.on("data", (chunk) => {
		printed += chunk;
	});
	try {
		await expect.poll(() => printed, { timeout: 45_000 }).toContain("Staff sign in at");
		const [, email = "", password = ""] = printed.match(/ {2}(\S+@\S+)\n {2}(\S+)\n/) ?? [];
		expect(printed.split(password)).toHaveLength(2);

		await page.goto(`http://localhost:${port}/admin/bookings`);
		await signIn(page, { email, password });
		await expect(rowOf(page, "Dana Whitfield")).toBeVisible();
		await page.goto(`http://localhost:${port}/admin/invoices`);
		for (const status of ["Draft", "Sent", "Paid", "Overdue", "Cancelled"]) {
			await expect(page.getByRole("row").filter({ hasText: status }).first()).toBeVisible();
		}
	} finally {
		demo.kill("SIGTERM");
	}
	expect((await exited)[0]).toBe(0);
	const [folder] = printed.match(/\/\S*site-demo-\w+/) ?? [];
	expect(folder && existsSync(folder)).toBeFalsy();
});
