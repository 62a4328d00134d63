import { defineConfig } from "vitest/config";

const unit = ["src/**/*.test.ts", "scripts/**/*.test.ts", "tests/**/*.test.ts"];
const api = ["{src,tests}/**/*.api.test.ts"];

/** A busy machine may be late: the second and the five seconds that Vitest gives by default have failed sound tests. */
const poll = { timeout: 20_000 };

// Two projects: pure rules; then HTTP and database, each file in a clone of one migrated database.
export default defineConfig({
	test: {
		maxWorkers: 2,
		// Loading the product anew for each file would take longer than the tests. API tests have a database for each file.
		isolate: false,
		testTimeout: 180_000,
		hookTimeout: 180_000,
		expect: { poll },
		projects: [
			{ extends: true, test: { name: "unit", include: unit, exclude: api } },
			{ extends: true, test: { name: "api", include: api, globalSetup: "tests/postgres-setup.ts" } },
		],
	},
});
