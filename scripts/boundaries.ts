// Fails when a module imports what ARCHITECTURE.md ("Who may import whom") does not let it import.
import { globSync } from "node:fs";
import { join, posix } from "node:path";
import { importsOf } from "#tests/module-imports.ts";

/** Folders of src, and which other ones each may import. Root files may import anything. */
const mayImport: Record<string, string[]> = {
	lib: [],
	ui: ["lib"],
	platform: ["lib"],
	admin: ["ui", "lib"],
	site: ["ui", "lib", "platform", "features"],
	features: ["ui", "lib", "platform", "admin", "site", "features"],
};

/** What a feature may import of any other one, and, beyond that, whose `.server` modules. */
const sharedByFeatures = /\.(schema|table)\.ts$/;
const mayImportServerOf: Record<string, (feature: string) => boolean> = {
	dashboard: () => true,
	privacy: () => true,
	// A role and the account behind it change together.
	users: (feature) => feature === "auth",
};

/** What every module may import of the root: the firm's facts, and types, which vanish when compiled. */
const mayBeImported = ({ to, typeOnly }: Import) => to === "site.config.ts" || (typeOnly && to === "api.server.ts");

type Import = { from: string; to: string; typeOnly: boolean };

/** The rule that this import breaks, if any. Both paths begin below src. */
function brokenRule(each: Import): string | undefined {
	const { from, to } = each;
	if (to.startsWith("tests/")) return "tests are no part of the product";
	const [folder = "", feature = "", ...rest] = from.split("/");
	const [target = "", otherFeature = "", ...otherRest] = to.split("/");
	if (!feature) return undefined;
	if (!otherFeature) return mayBeImported(each) ? undefined : "nobody imports the root files of src";
	if (from.endsWith(".tsx") && to.endsWith(".table.ts")) return "tables must not reach the browser";
	if (target !== folder && !mayImport[folder]?.includes(target)) return `${folder} may not import ${target}`;
	if (target !== "features") return undefined;
	if (folder === "site") return to.endsWith(".server.ts") ? undefined : "site may use a feature's .server only";
	if (feature === otherFeature || rest.length === 0 || otherRest.length === 0) return undefined;
	if (sharedByFeatures.test(to)) return undefined;
	if (to.endsWith(".server.ts") && mayImportServerOf[feature]?.(otherFeature)) return undefined;
	return "of another feature only its .schema and .table";
}

/** Every import of this checkout that breaks a rule, as "file imports module: rule". */
export function brokenRules(root: string): string[] {
	return globSync("{src,tests,e2e,scripts,bench}/**/*.{ts,tsx}", { cwd: root }).flatMap((file) =>
		importsOf(join(root, file)).flatMap(({ specifier, typeOnly }) => {
			const rule = ruleForAnyFile(specifier) ?? ruleForProduct(file, specifier, typeOnly);
			return rule ? [`${file} imports ${specifier}: ${rule}`] : [];
		}),
	);
}

function ruleForAnyFile(specifier: string): string | undefined {
	return specifier === "date-fns" ? "date-fns is loaded by the function: as a whole it takes two seconds" : undefined;
}

function ruleForProduct(file: string, specifier: string, typeOnly: boolean): string | undefined {
	if (!file.startsWith("src/") || /\.test\.tsx?$|\/\+types\//.test(file)) return undefined;
	if (specifier.startsWith("../")) return "inside a folder ./, elsewhere #…, never ../";
	if (!/^[#.].*\.tsx?$/.test(specifier)) return undefined;
	const from = file.slice("src/".length);
	const to = specifier.startsWith("#") ? specifier.slice(1) : posix.join(posix.dirname(from), specifier);
	return brokenRule({ from, to, typeOnly });
}

if (import.meta.main) {
	const broken = brokenRules(".");
	for (const line of broken) console.error(line);
	process.exitCode = broken.length === 0 ? 0 : 1;
}
