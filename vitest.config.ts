import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { memoryFolder } from "./tests/memory-folder.ts";

/** Of this run, whose workers take it for the machine's: what they leave behind goes with it. */
const folder = mkdtempSync(join(memoryFolder(), "tests-"));
process.env.TMPDIR = folder;
process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
// A database server may run by another account.
chmodSync(folder, 0o711);

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
		setupFiles: "tests/site-content.ts",
		testTimeout: 180_000,
		hookTimeout: 180_000,
		expect: { poll },
		projects: [
			{ extends: true, test: { name: "unit", include: unit, exclude: api } },
			{ extends: true, test: { name: "api", include: api, globalSetup: "tests/postgres-setup.ts" } },
		],
	},
});
