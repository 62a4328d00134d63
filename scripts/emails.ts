// npm run emails: writes docs/emails.md again, from the code that composes the emails.
import { spawnSync } from "node:child_process";

const test = ["run", "--project", "api", "tests/product/emails.api.test.ts"];
const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", ...test], {
	env: { ...process.env, EMAILS: "keep" },
	stdio: "inherit",
});
process.exitCode = status ?? 1;
