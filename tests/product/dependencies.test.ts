import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { importsOf } from "#tests/module-imports.ts";
import { loadedFromNodeModules } from "../../vite.config.ts";

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const versions = z.record(z.string(), z.string());

const { dependencies, devDependencies } = z
	.object({ dependencies: versions, devDependencies: versions })
	.parse(readJson("package.json"));
const { packages } = z
	.object({
		packages: z.record(
			z.string(),
			z.object({
				version: z.string().optional(),
				license: z.string().optional(),
				dev: z.boolean().optional(),
				dependencies: versions.optional(),
				optionalDependencies: versions.optional(),
				resolved: z.string().optional(),
				integrity: z.string().optional(),
				link: z.boolean().optional(),
			}),
		),
	})
	.parse(readJson("package-lock.json"));
const installed = Object.entries(packages).filter(([path]) => path !== "");
const document = readFileSync("docs/dependencies.md", "utf8");

const productFiles = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));

/** `@scope/name` of `@scope/name/path`; nothing for Node's own modules, files of the project and what has no name yet. */
function packageOf(specifier: string): string[] {
	if (/^[.#]|^(node|virtual):|\$/.test(specifier)) return [];
	return [specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")];
}

/** The packages that a script and the modules below it load when Node runs it from the sources. */
function packagesLoadedBy(script: string): Set<string> {
	const files = new Set([script]);
	const found = new Set<string>();
	for (const file of files) {
		for (const { specifier, typeOnly } of importsOf(file)) {
			if (typeOnly) continue;
			if (specifier.startsWith("#")) files.add(posix.join("src", specifier.slice(1)));
			else if (specifier.startsWith(".")) files.add(posix.join(posix.dirname(file), specifier));
			else for (const name of packageOf(specifier)) found.add(name);
		}
	}
	return found;
}

/** Of the document's table below this heading: name and licence of each row. */
function tableBelow(heading: string): (string | undefined)[][] {
	const section = document.split(/^## /m).find((text) => text.startsWith(heading)) ?? "";
	return [...section.matchAll(/^\| `([^`]+)` \| (.+) \| (.+) \|$/gm)].map(([, name, reason, licence]) => {
		expect(reason).toMatch(/\S/);
		return [name, licence];
	});
}

const withLicence = (names: Iterable<string>) =>
	[...names].map((name) => [name, packages[`node_modules/${name}`]?.license]).toSorted();

const fontPackages = Object.keys(devDependencies).filter((name) =>
	/^@(expo-google-fonts|fontsource-variable)\//.test(name),
);
/** Imported by src, but only while it is built: the names of the routes. */
const buildOnly = "@react-router/dev";
const bundled = new Set(
	productFiles
		.flatMap(importsOf)
		.flatMap(({ specifier }) => packageOf(specifier))
		.concat(fontPackages)
		.filter((name) => !(name in dependencies) && name !== buildOnly),
);

test("docs/dependencies.md names what is loaded at run time and what is built in, each with a reason and its license", () => {
	expect(tableBelow("Loaded at run time").toSorted()).toEqual(withLicence(Object.keys(dependencies)));
	expect(tableBelow("Built in").toSorted()).toEqual(withLicence(bundled));
});

test("dependencies are exactly what the server or a command loads; built-in packages are for development only", () => {
	const commands = ["admin", "backup", "restore", "privacy"].map((name) => `scripts/${name}.ts`);
	const loaded = new Set([...loadedFromNodeModules, ...commands.flatMap((script) => [...packagesLoadedBy(script)])]);
	expect(Object.keys(dependencies).toSorted()).toEqual([...loaded].toSorted());
	expect([...bundled].filter((name) => !(name in devDependencies))).toEqual([]);
});

test("an installation without development packages takes at most 420 MB", () => {
	const folders = installed.filter(([, { dev }]) => !dev).map(([path]) => path);
	expect(folders.map(sizeOf).reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(420 * 1024 ** 2);
});

/** Bytes on a disk of 4 KB blocks, without the packages inside; none where it is for another machine. */
function sizeOf(folder: string): number {
	if (!existsSync(folder)) return 0;
	return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return entry.name === "node_modules" ? sum : sum + 4096 + sizeOf(path);
		return sum + Math.ceil(statSync(path).size / 4096) * 4096;
	}, 0);
}

test("every version is exact, and every installed package has its hash", () => {
	const all = Object.entries({ ...dependencies, ...devDependencies });
	expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
	expect(installed.filter(([, each]) => !each.integrity && !each.link).map(([path]) => path)).toEqual([]);
});

const permissive = [
	"MIT",
	"MIT-0",
	"ISC",
	"BSD-2-Clause",
	"BSD-3-Clause",
	"0BSD",
	"Apache-2.0",
	"Unlicense",
	"CC0-1.0",
	"BlueOak-1.0.0",
];
/** MPL-2.0 and LGPL: used unchanged, as separate files. */
const inProduct = new Set([...permissive, "OFL-1.1", "LGPL-3.0-or-later", "MPL-2.0"]);
const inDevelopment = new Set([...inProduct, "CC-BY-4.0", "Zlib", "Python-2.0"]);
/** They name none; the licence files that they carry are MIT. */
const unnamed = new Set(["busboy", "streamsearch", "humanize-number"]);

/** Where the lockfile has a package that another one asks for: inside that one, or beside it, or further up. */
function pathOf(name: string, from: string): string | undefined {
	const inside = posix.join(from, "node_modules", name);
	if (inside in packages) return inside;
	return from === "" ? undefined : pathOf(name, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))));
}

/** The packages whose code reaches a server or a visitor. */
function productPaths(): Set<string> {
	const direct = [...bundled].map((name) => `node_modules/${name}`);
	const paths = new Set([...direct, ...installed.filter(([, { dev }]) => !dev).map(([path]) => path)]);
	for (const path of paths) {
		const { dependencies: needed, optionalDependencies: wanted } = packages[path] ?? {};
		for (const name of Object.keys({ ...needed, ...wanted })) {
			const found = pathOf(name, path);
			if (found) paths.add(found);
		}
	}
	return paths;
}

test("no package has a license that no one has reviewed", () => {
	const product = productPaths();
	const unknown = installed.flatMap(([path, { license }]) => {
		const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
		if (!license) return unnamed.has(name) && !product.has(path) ? [] : [`${name}: none`];
		const allowed = product.has(path) ? inProduct : inDevelopment;
		// Of several to choose from, one is enough.
		const each = license.replaceAll(/[()]/g, "").split(" AND ");
		return each.every((one) => one.split(" OR ").some((choice) => allowed.has(choice))) ? [] : [`${name}: ${license}`];
	});
	expect(unknown).toEqual([]);
});
