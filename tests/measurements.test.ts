import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("`npm run bench` reads all that it measures with, on Node alone", () => {
	const { stderr } = spawnSync(process.execPath, ["bench/run.ts", "nothing"], { encoding: "utf8" });
	expect(stderr).toMatch(/^There is no section nothing\. There are: pages, browser, /);
});
