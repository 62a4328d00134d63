import { quickSteps } from "./check.ts";
import { runSteps } from "./steps.ts";

process.exit(
	runSteps([
		...quickSteps,
		{
			name: "API on PGlite",
			command: ["node_modules/vitest/vitest.mjs", "run", "--project", "pglite"],
			report: "vitest",
		},
		{
			name: "API on PostgreSQL",
			command: ["node_modules/vitest/vitest.mjs", "run", "--project", "postgres"],
			report: "vitest",
		},
		{
			name: "in the browser, on PGlite and disk",
			command: ["node_modules/@playwright/test/cli.js", "test"],
			report: "playwright",
		},
		{
			name: "in the browser, on PostgreSQL and S3",
			command: ["node_modules/@playwright/test/cli.js", "test"],
			report: "playwright",
			environment: { E2E_SETUP: "postgres" },
		},
	]),
);
