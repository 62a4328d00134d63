import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

const installed = [
	process.env.CHROME_PATH,
	"/usr/bin/chromium-headless-shell",
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/usr/bin/google-chrome-stable",
].find((path) => path && existsSync(path));

/** The tests whose pages take in or hand out files: they run once more with E2E_STORAGE=s3, on a store that speaks S3. */
const aboutFiles = /(applications|blog-cards|blog-editor|careers|careers-form)\.spec\.ts$/;

export default defineConfig({
	testDir: "e2e",
	...(process.env.E2E_STORAGE === "s3" && { testMatch: aboutFiles }),
	globalSetup: "e2e/shared-setup.ts",
	fullyParallel: false,
	forbidOnly: Boolean(process.env.CI),
	retries: 0,
	workers: 2,
	timeout: 30_000,
	expect: { timeout: 7_000 },
	use: {
		...devices["Desktop Chrome"],
		viewport: { width: 1280, height: 800 },
		locale: "en-US",
		timezoneId: "America/New_York",
		screenshot: "only-on-failure",
		launchOptions: {
			...(installed && { executablePath: installed }),
			args: [
				"--no-sandbox",
				"--disable-gpu",
				"--disable-quic",
				"--no-first-run",
				"--disable-background-networking",
				"--disable-component-update",
				"--disable-sync",
			],
		},
	},
});
