import { defineConfig } from "vitest/config";

const unit = ["src/**/*.test.ts", "scripts/**/*.test.ts", "tests/*.test.ts"];
const api = ["src/**/*.api.test.ts"];

// Three projects: pure rules; then HTTP and database, once on PGlite and once on a native PostgreSQL server.
export default defineConfig({
	test: {
		projects: [
			{ test: { name: "unit", include: unit, exclude: api } },
			{
				test: {
					name: "pglite",
					include: api,
					env: { TEST_ENGINE: "pglite" },
					globalSetup: "tests/pglite-setup.ts",
					testTimeout: 20_000,
					hookTimeout: 60_000,
					maxWorkers: 2,
				},
			},
			{
				test: {
					name: "postgres",
					include: api,
					env: { TEST_ENGINE: "postgres" },
					globalSetup: "tests/postgres-setup.ts",
					testTimeout: 20_000,
					hookTimeout: 60_000,
					maxWorkers: 2,
				},
			},
		],
	},
});
