import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings, settingNames } from "#platform/process/settings.server.ts";

const root = join(import.meta.dirname, "..");
const example = readFileSync(join(root, ".env.example"), "utf8");
const lines = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]);

test(".env.example names every setting once, and no other", () => {
	expect(lines.map(([name]) => name).sort()).toEqual([...settingNames].sort());
});

test("its values are settings that the site accepts", () => {
	const dataDir = mkdtempSync(join(tmpdir(), "example-settings-"));
	const environment = {
		...Object.fromEntries(lines),
		DATA_DIR: dataDir,
		AUTH_JWT_SECRET: "0123456789abcdef".repeat(4),
	};
	expect(readSettings(environment)).toMatchObject({ production: true, siteUrl: "https://firm.example" });
	rmSync(dataDir, { recursive: true });
});

test("nothing but comments: the file as it is changes no setting", () => {
	expect(example.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual([]);
});

test("docs/operating.md explains every setting", () => {
	const explained = readFileSync(join(root, "docs/operating.md"), "utf8");
	expect(settingNames.filter((name) => !explained.includes(`\`${name}\``))).toEqual([]);
});
