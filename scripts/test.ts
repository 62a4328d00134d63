import { quickSteps } from "./check.ts";
import { runSteps } from "./steps.ts";

await runSteps([
	...quickSteps,
	{ name: "API", command: ["node_modules/vitest/vitest.mjs", "run", "--project", "api"], report: "vitest" },
	{
		name: "in the browser",
		command: ["node_modules/@playwright/test/cli.js", "test"],
		report: "playwright",
	},
	{
		name: "in the browser, with files on S3",
		command: ["node_modules/@playwright/test/cli.js", "test"],
		report: "playwright",
		environment: { E2E_STORAGE: "s3" },
	},
]);
