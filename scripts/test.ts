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
		{ name: "in the browser", command: ["node_modules/@playwright/test/cli.js", "test"], report: "playwright" },
	]),
);
