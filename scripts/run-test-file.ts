import { spawnSync } from "node:child_process";

// npm run t -- FILE [OPTIONS]: runs one test file of any kind, with what its runner is told. A browser test sees the site as it is now.
const [file = "", ...options] = process.argv.slice(2);

const run = (...command: string[]) => {
	const { status } = spawnSync(process.execPath, command, { stdio: "inherit" });
	if (status !== 0) process.exit(status ?? 1);
};

if (/\.spec\.ts/.test(file)) {
	run("scripts/bootstrap.mjs", "build", "test");
	run("node_modules/@playwright/test/cli.js", "test", file, ...options);
} else {
	run("node_modules/vitest/vitest.mjs", "run", file, ...options);
}
