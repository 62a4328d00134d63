import { defineConfig } from "vitest/config";

const unit = ["src/**/*.test.ts", "scripts/**/*.test.ts", "tests/*.test.ts"];
const api = ["src/**/*.api.test.ts"];

/** A busy machine may be late; the second that Vitest gives by default has failed tests of work in the background. */
const poll = { timeout: 20_000 };

// Two projects: pure rules; then HTTP and database, each file in a clone of one migrated database.
export default defineConfig({
	test: {
		projects: [
			{ test: { name: "unit", include: unit, exclude: api, expect: { poll } } },
			{
				test: {
					name: "api",
					include: api,
					globalSetup: "tests/postgres-setup.ts",
					testTimeout: 60_000,
					hookTimeout: 120_000,
					maxWorkers: 2,
					expect: { poll },
					// Each file has a database of its own; loading the product anew for each would take longer than the tests.
					isolate: false,
				},
			},
		],
	},
});
