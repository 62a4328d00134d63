// Fails when a module imports what ARCHITECTURE.md ("Who may import whom") does not let it import, when modules import each
// other in a circle, and when a folder grows too large to be read at a glance.
import { globSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { importsOf } from "#tests/module-imports.ts";

/** Folders of src, and which other ones each may import. Root files may import anything. */
const mayImport: Record<string, string[]> = {
	lib: [],
	ui: ["lib"],
	platform: ["lib"],
	admin: ["ui", "lib"],
	// The back office's frame, which knows the subjects. Nothing but the routes knows it.
	desk: ["ui", "lib", "admin", "features"],
	site: ["ui", "lib", "platform", "features"],
	features: ["ui", "lib", "platform", "admin", "site", "features"],
};

/** Subjects that come with the others: who changed their records, emails, conversation, sender, spam, uploaded pictures, links that show them. */
const sharedSubjects = new Set([
	"activity",
	"forms",
	"images",
	"inbound",
	"mails",
	"people",
	"previews",
	"quarantine",
	"threads",
]);

/** What a feature may import of any other one, and, beyond that, whose `.server` modules. */
const sharedByFeatures = /\.(schema|table|record)\.ts$/;
const mayImportServerOf: Record<string, (feature: string) => boolean> = {
	// A role and the account behind it change together.
	users: (feature) => feature === "auth",
};

/** What every module may import of the root: the firm's facts, the list of records, and types, which vanish when compiled. */
const mayBeImported = ({ to, typeOnly }: Import) =>
	to === "site.config.ts" || to === "records.ts" || (typeOnly && to === "api.server.ts");

type Import = { from: string; to: string; typeOnly: boolean };

/** The rule that this import breaks, if any. Both paths begin below src. */
function brokenRule(each: Import): string | undefined {
	const { from, to } = each;
	if (to.startsWith("tests/")) return "tests are not part of the product";
	const [folder = "", feature = "", ...rest] = from.split("/");
	const [target = "", otherFeature = "", ...otherRest] = to.split("/");
	if (!feature) return undefined;
	if (!otherFeature) return mayBeImported(each) ? undefined : "root files of src may not be imported";
	if (from.endsWith(".tsx") && to.endsWith(".table.ts")) return "tables must not reach the browser";
	if (target !== folder && !mayImport[folder]?.includes(target)) return `${folder} may not import ${target}`;
	if (target !== "features") return undefined;
	if (folder === "desk") return to.endsWith(".server.ts") ? "the desk runs in the browser" : undefined;
	if (folder === "site") return to.endsWith(".server.ts") ? undefined : "site may use a feature's .server only";
	if (feature === otherFeature || rest.length === 0 || otherRest.length === 0) return undefined;
	if (sharedByFeatures.test(to) || sharedSubjects.has(otherFeature)) return undefined;
	if (to.endsWith(".server.ts") && mayImportServerOf[feature]?.(otherFeature)) return undefined;
	return "of another feature only its .schema, .table, and .record";
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

const mostFilesOfFolder = 20;

/** Folders of src that hold too many files. */
export function crowdedFolders(root: string): string[] {
	const folders = Map.groupBy(globSync("src/**/*.*", { cwd: root }), (file) => dirname(file));
	return [...folders]
		.filter(([, files]) => files.length > mostFilesOfFolder)
		.map(
			([folder, files]) =>
				`${folder} holds ${files.length} files: split it into folders of at most ${mostFilesOfFolder}`,
		);
}

/** Product modules that import each other in a circle, one of the circle's imports a line. Types count, but for `Api`. */
export function circularImports(root: string): string[] {
	const imports = new Map<string, string[]>();
	for (const file of globSync("src/**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.test.ts"] })) {
		const own = importsOf(join(root, file)).filter(({ specifier, typeOnly }) => !(typeOnly && specifier === apiModule));
		imports.set(
			file,
			own.map(({ specifier }) => `src/${targetOf(file.slice("src/".length), specifier)}`),
		);
	}
	const reaches = (from: string, to: string) => {
		const seen = new Set<string>();
		for (const waiting = [from]; ; ) {
			const file = waiting.pop();
			if (file === undefined) return false;
			if (file === to) return true;
			if (seen.has(file)) continue;
			seen.add(file);
			waiting.push(...(imports.get(file) ?? []));
		}
	};
	return [...imports].flatMap(([file, targets]) =>
		targets
			.filter((target) => reaches(target, file))
			.map((target) => `${file} imports ${target}, which leads back to it`),
	);
}

const apiModule = "#api.server.ts";

function ruleForAnyFile(specifier: string): string | undefined {
	return specifier === "date-fns" ? "date-fns is loaded by the function: as a whole it takes two seconds" : undefined;
}

function ruleForProduct(file: string, specifier: string, typeOnly: boolean): string | undefined {
	if (!file.startsWith("src/") || /\.test\.tsx?$|\/\+types\//.test(file)) return undefined;
	if (specifier.startsWith("../")) return "inside a folder ./, elsewhere #…, never ../";
	if (!/^[#.].*\.tsx?$/.test(specifier)) return undefined;
	const from = file.slice("src/".length);
	return brokenRule({ from, to: targetOf(from, specifier), typeOnly });
}

/** Both paths begin below src. */
const targetOf = (from: string, specifier: string): string =>
	specifier.startsWith("#") ? specifier.slice(1) : posix.join(posix.dirname(from), specifier);

if (import.meta.main) {
	const broken = [...brokenRules("."), ...circularImports("."), ...crowdedFolders(".")];
	for (const line of broken) console.error(line);
	process.exitCode = broken.length === 0 ? 0 : 1;
}
