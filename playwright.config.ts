import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";
import type { SiteOptions } from "./e2e/fixtures.ts";

const installed = [
	process.env.CHROME_PATH,
	"/usr/bin/chromium-headless-shell",
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/usr/bin/google-chrome-stable",
].find((path) => path && existsSync(path));

/** How tests, measurements, and pictures start the browser. */
export const launchOptions = {
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
};

/**
 * Chromium draws a window for each test, and in it the two lists that drop from its address bar, each as a page in a process
 * of its own: a sixth of a test's time, and for nobody. An argument replaces Playwright's own list, which is therefore
 * repeated before these two.
 */
const withoutFeatures = [
	"AvoidUnnecessaryBeforeUnloadCheckSync",
	"DestroyProfileOnBrowserClose",
	"HttpsUpgrades",
	"HttpsFirstBalancedModeAutoEnable",
	"LensOverlay",
	"MediaRouter",
	"PaintHolding",
	"ThirdPartyStoragePartitioning",
	"AvoidCorsURLLoaderRestartOnRedirect",
	"OptimizationHints",
	"NetworkTimeServiceQuerying",
	"AimEnabled",
	"PreconnectToSearch",
	"WebUIOmniboxPopup",
	"WebUIOmniboxAimPopup",
];

/** `npm run test:all`: also what takes long or repeats in other sizes and colors (decision 041). */
const all = process.env.TEST_ALL === "1";

/** One more than the processors of the machine that decides: each waits for its server or browser now and then. */
const workers = 3;

export default defineConfig<object, SiteOptions>({
	testDir: "e2e",
	globalSetup: "e2e/shared-setup.ts",
	// No test waits for another, so that all workers are busy to the end.
	fullyParallel: true,
	projects: [
		// Before a release, all once more with files on S3.
		...(all ? [{ name: "files on S3", use: { storage: "s3" } as const, grepInvert: /@long/ }] : []),
		{ name: "files on disk", grepInvert: all ? [] : /@long/ },
	],
	forbidOnly: Boolean(process.env.CI),
	retries: 0,
	workers,
	// For a machine three times slower and busy: a test that passes waits for none of it.
	timeout: 60_000,
	expect: { timeout: 10_000 },
	use: {
		...devices["Desktop Chrome"],
		viewport: { width: 1280, height: 800 },
		locale: "en-US",
		timezoneId: "America/New_York",
		// Fading dialogs, painted frame by frame and waited for, take a sixth of the time. Tests about motion ask for it.
		contextOptions: { reducedMotion: "reduce" },
		screenshot: "only-on-failure",
		// Each test loads its pages into an empty browser and leaves them after seconds: too soon for optimized code to pay.
		launchOptions: {
			...launchOptions,
			args: [
				...launchOptions.args,
				"--js-flags=--no-maglev --no-turbofan",
				`--disable-features=${withoutFeatures.join(",")}`,
			],
		},
	},
});
