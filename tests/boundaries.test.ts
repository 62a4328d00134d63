import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { importsOf } from "./module-imports.ts";

// The table "Who may import whom" of ARCHITECTURE.md. Root files of src may import anything and are imported by nobody.
const mayImport: Record<string, string[]> = {
	lib: [],
	ui: ["lib"],
	platform: ["lib"],
	admin: ["ui", "lib"],
	site: ["ui", "lib", "platform", "features"],
	features: ["ui", "lib", "platform", "admin", "site", "features"],
};

/** Root modules that others may name: the firm's facts, and types that vanish when compiled. */
const importableRootFiles = new Set(["site.config.ts"]);

type Import = { from: string; to: string; typeOnly: boolean };

function projectImportsOf(file: string): Import[] {
	return importsOf(file).flatMap(({ specifier, typeOnly }) => {
		const to = specifier.startsWith("#")
			? `src/${specifier.slice(1)}`
			: specifier.startsWith(".")
				? posix.join(posix.dirname(file), specifier)
				: "";
		return /^src\/.*\.tsx?$/.test(to) ? [{ from: file, to: to.slice(4), typeOnly }] : [];
	});
}

function violation({ from, to, typeOnly }: Import): string | undefined {
	const [folder = "", ...rest] = from.slice(4).split("/");
	if (rest.length === 0) return;
	const [target = "", ...inside] = to.split("/");
	const broken = (rule: string) => `${from} imports ${to}: ${rule}`;
	if (inside.length === 0) {
		if (importableRootFiles.has(target) || (typeOnly && target === "api.server.ts")) return;
		return broken("nobody imports the root files of src");
	}
	if (from.endsWith(".tsx") && to.endsWith(".table.ts")) return broken("tables must not reach the browser");
	if (target !== folder && !mayImport[folder]?.includes(target)) return broken(`${folder} may not import ${target}`);
	if (folder === "site" && target === "features" && !to.endsWith(".server.ts")) {
		return broken("site may use a feature's .server only");
	}
	if (folder === "features" && target === "features" && rest[0] !== inside[0]) {
		const shared = /\.(schema|table)\.ts$/.test(to);
		const [feature = "", other = ""] = [rest[0], inside[0]];
		// A role and the account behind it change together.
		const spans = ["dashboard", "privacy"].includes(feature) || (feature === "users" && other === "auth");
		const spanning = spans && to.endsWith(".server.ts");
		if (!shared && !spanning) return broken("of another feature only its .schema and .table");
	}
}

const productFiles = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$|\/\+types\//.test(file));

test("every module imports only what its folder may import", () => {
	expect(productFiles.flatMap(projectImportsOf).map(violation).filter(Boolean)).toEqual([]);
});

test("the rule finds a forbidden import", () => {
	expect(violation({ from: "src/lib/fields.ts", to: "ui/toast.ts", typeOnly: false })).toContain(
		"lib may not import ui",
	);
	expect(violation({ from: "src/ui/x.tsx", to: "server.ts", typeOnly: false })).toContain("root files");
});

test("no module climbs out of its folder with ../", () => {
	const climbing = productFiles.filter((file) => /from "\.\.\//.test(readFileSync(file, "utf8")));
	expect(climbing).toEqual([]);
});

test("date-fns is loaded by the function: as a whole it takes two seconds", () => {
	const sources = globSync("{src,tests,e2e,scripts,bench}/**/*.{ts,tsx}");
	expect(sources.length).toBeGreaterThan(500);
	expect(sources.filter((file) => importsOf(file).some(({ specifier }) => specifier === "date-fns"))).toEqual([]);
});

/** What is written by other means, because nobody has been promised it, or in a way of its own that is synced too. */
const writersOfTheirOwn: Record<string, string> = {
	"src/platform/durable-files.server.ts": "the one way",
	"src/platform/upload.server.ts": "an upload that goes with its request",
	"src/platform/backup.server.ts": "rows of a backup under way",
	"src/platform/backup-tables.server.ts": "rows of a backup under way",
	"src/platform/point-in-time-restore.server.ts": "a cluster that is put together anew, and synced when it is whole",
	"src/platform/postgres-binaries.server.ts": "a copy of programs, made anew when it is not whole",
	"src/platform/postgres-cluster.server.ts": "a password for initdb, gone when it has read it",
	"src/platform/postgres-address.server.ts": "flushed, and the folder synced",
	"src/platform/settings.server.ts": "flushed, and the folder synced",
	"src/features/posts/og-picture.server.ts": "a font for the renderer",
};

test("whoever keeps a file writes it through durable-files, which forces it to disk", () => {
	const writing = /\b(createWriteStream|(writeFile|appendFile|copyFile|cp)(Sync)?)\(/;
	const writers = productFiles.filter((file) => writing.test(readFileSync(file, "utf8")));
	expect(writers.sort()).toEqual(Object.keys(writersOfTheirOwn).sort());
});
