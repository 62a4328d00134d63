import { runSteps, type Step } from "./steps.ts";

// The long forms of tests that npm test runs shortly. How long each takes is set by the variables that they read.
process.env.FUZZ_RUNS ??= "100";
process.env.FUZZ_SEED ??= String(Math.trunc(Math.random() * 2 ** 31));
process.env.KILLS ??= "100";
process.env.LONGEST_LIFE_MS ??= "4000";
process.env.TEST_ALL = "1";
console.log(`FUZZ_RUNS=${process.env.FUZZ_RUNS} FUZZ_SEED=${process.env.FUZZ_SEED} KILLS=${process.env.KILLS}`);

/** Email that comes in while the connection to its mailbox is cut after each byte, and while the site is killed. */
function mailIn(): Step[] {
	process.env.CUT_EVERY ??= "1";
	process.env.HOSTILE ??= "50";
	return [
		{
			name: "a mailbox whose connection is cut at each byte",
			command: [
				"node_modules/vitest/vitest.mjs",
				"run",
				"--project",
				"api",
				"src/features/inbound/sources/imap-cuts.api.test.ts",
			],
			runner: "vitest",
		},
		{
			name: "kills while emails come in, and hostile emails",
			command: [
				"node_modules/@playwright/test/cli.js",
				"test",
				"inbound-crash.spec.ts",
				"inbound-hostile.spec.ts",
				"--workers=1",
				"--project=files on disk",
			],
			runner: "playwright",
		},
	];
}

await runSteps([
	{
		name: "hostile inputs",
		command: [
			"node_modules/vitest/vitest.mjs",
			"run",
			"--project",
			"api",
			"tests/product/fuzzing.api.test.ts",
			"tests/product/page-fuzzing.api.test.ts",
		],
		runner: "vitest",
	},
	...mailIn(),
	{
		name: "screens over hostile rows, kills, and full disks",
		command: [
			"node_modules/@playwright/test/cli.js",
			"test",
			"hostile-rows.spec.ts",
			"crash.spec.ts",
			"calls-crash.spec.ts",
			"money-crash.spec.ts",
			"replies-crash.spec.ts",
			"full-disk.spec.ts",
			"--workers=1",
			"--project=files on disk",
		],
		runner: "playwright",
	},
]);
