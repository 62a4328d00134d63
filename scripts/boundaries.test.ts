import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { brokenRules, circularImports, crowdedFolders } from "./boundaries.ts";
import { staticSteps } from "./check.ts";

let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "boundaries-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function plant(file: string, code: string): void {
	mkdirSync(dirname(join(root, file)), { recursive: true });
	writeFileSync(join(root, file), `${code}\n`);
}

const value = (specifier: string) => `import { x } from "${specifier}";`;

test.each([
	["src/lib/x.ts", value("#ui/toast.ts"), "lib may not import ui"],
	["src/lib/x.ts", value("#platform/x.server.ts"), "lib may not import platform"],
	["src/ui/x.tsx", value("#admin/list.ts"), "ui may not import admin"],
	["src/ui/x.tsx", value("#features/bookings/bookings.schema.ts"), "ui may not import features"],
	["src/platform/x.server.ts", value("#features/bookings/bookings.server.ts"), "platform may not import features"],
	["src/platform/x.server.ts", value("#ui/toast.ts"), "platform may not import ui"],
	["src/admin/x.tsx", value("#features/bookings/bookings.schema.ts"), "admin may not import features"],
	["src/admin/x.tsx", value("#platform/x.server.ts"), "admin may not import platform"],
	["src/desk/x.tsx", value("#features/mails/mail-outbox.server.ts"), "the desk runs in the browser"],
	["src/admin/lists/x.tsx", value("#desk/sidebar.tsx"), "admin may not import desk"],
	["src/site/x.tsx", value("#admin/list.ts"), "site may not import admin"],
	["src/site/x.tsx", value("#features/posts/posts.schema.ts"), "site may use a feature's .server only"],
	[
		"src/features/jobs/x.ts",
		value("#features/posts/post-query.ts"),
		"of another feature only its .schema, .table, and .record",
	],
	["src/features/jobs/x.ts", value("#features/posts/posts.server.ts"), "of another feature only its .schema"],
	["src/features/users/x.ts", value("#features/posts/posts.server.ts"), "of another feature only its .schema"],
	["src/features/privacy/x.ts", value("#features/posts/post-query.ts"), "of another feature only its .schema"],
	[
		"src/features/dashboard/x.server.ts",
		value("#features/posts/posts.server.ts"),
		"of another feature only its .schema",
	],
	["src/features/jobs/x.tsx", value("./jobs.table.ts"), "tables must not reach the browser"],
	["src/features/jobs/x.tsx", 'import "./jobs.table.ts";', "tables must not reach the browser"],
	["src/features/jobs/x.ts", value("#services.server.ts"), "root files of src may not be imported"],
	["src/features/search/x.ts", value("#records.server.ts"), "root files of src may not be imported"],
	["src/features/jobs/x.ts", value("#features/posts/posts.record.server.ts"), "of another feature only its .schema"],
	["src/admin/x.ts", value("#api.server.ts"), "root files of src may not be imported"],
	["src/features/jobs/x.ts", value("../posts/posts.schema.ts"), "never ../"],
	["src/lib/x.ts", 'const x = await import("#ui/toast.ts");', "lib may not import ui"],
	["src/lib/x.ts", 'export { x } from "#ui/toast.ts";', "lib may not import ui"],
	["src/server.ts", value("#tests/app.ts"), "tests are not part of the product"],
	["e2e/x.ts", value("date-fns"), "date-fns is loaded by the function"],
])("%s with %s breaks a rule", (file, code, rule) => {
	plant(file, code);
	expect(brokenRules(root)).toEqual([expect.stringContaining(rule)]);
});

test("imports that the table in ARCHITECTURE.md allows break no rule", () => {
	plant("src/features/jobs/x.ts", 'import { x } from "#features/posts/posts.schema.ts";\nimport { y } from "./y.ts";');
	plant("src/features/users/x.server.ts", value("#features/auth/sessions.server.ts"));
	plant("src/admin/x.ts", 'import type { Api } from "#api.server.ts";\nimport { site } from "#site.config.ts";');
	plant("src/admin/lists/x.ts", value("#records.ts"));
	plant("src/features/jobs/z.ts", value("#features/posts/posts.record.ts"));
	plant("src/desk/x.tsx", value("#features/quarantine/waiting-forms.ts"));
	plant("src/features/posts/x.tsx", value("#features/activity/record-activity.tsx"));
	plant("src/server.ts", value("./services.server.ts"));
	expect(brokenRules(root)).toEqual([]);
});

test.each([
	["values", 'import { x } from "#lib/b.ts";', 'import { x } from "./a.ts";'],
	["types", 'import type { X } from "./b.ts";', 'import { x } from "#lib/a.ts";'],
])("modules that import each other's %s make a circle", (_, a, b) => {
	plant("src/lib/a.ts", a);
	plant("src/lib/b.ts", b);
	expect(circularImports(root)).toEqual([
		"src/lib/a.ts imports src/lib/b.ts, which leads back to it",
		"src/lib/b.ts imports src/lib/a.ts, which leads back to it",
	]);
});

test("a module that others import, and the type of the API, make no circle", () => {
	plant("src/admin/a.ts", 'import type { Api } from "#api.server.ts";\nimport { b } from "./b.ts";');
	plant("src/admin/b.ts", "export const b = 1;");
	plant("src/api.server.ts", value("#admin/a.ts"));
	expect(circularImports(root)).toEqual([]);
});

test("a folder of more than 20 files is too crowded", () => {
	for (let i = 1; i <= 20; i++) plant(`src/lib/x${i}.ts`, "");
	expect(crowdedFolders(root)).toEqual([]);
	plant("src/lib/x21.ts", "");
	expect(crowdedFolders(root)).toEqual(["src/lib holds 21 files: split it into folders of at most 20"]);
});

test("the check runs the rules, and a broken one ends it with status 1", () => {
	const script = "scripts/boundaries.ts";
	expect(staticSteps.map(({ command }) => command[0])).toContain(script);
	plant("src/lib/x.ts", value("#ui/toast.ts"));
	const { status, stderr } = spawnSync(process.execPath, [resolve(script)], { cwd: root, encoding: "utf8" });
	expect(status).toBe(1);
	expect(stderr).toContain("src/lib/x.ts imports #ui/toast.ts: lib may not import ui");
});
