import { defineConfig } from "vitest/config";

const unit = ["src/**/*.test.ts", "scripts/**/*.test.ts", "tests/*.test.ts"];
const api = ["src/**/*.api.test.ts"];

/** A busy machine may be late; the second that Vitest gives by default has failed tests of work in the background. */
const poll = { timeout: 20_000 };

// Two projects: pure rules; then HTTP and database, each file in a clone of one migrated database.
export default defineConfig({
	test: {
		maxWorkers: 2,
		// Loading the product anew for each file would take longer than the tests. API tests have a database for each file.
		isolate: false,
		testTimeout: 60_000,
		hookTimeout: 120_000,
		expect: { poll },
		projects: [
			{ extends: true, test: { name: "unit", include: unit, exclude: api } },
			{ extends: true, test: { name: "api", include: api, globalSetup: "tests/postgres-setup.ts" } },
		],
	},
});
