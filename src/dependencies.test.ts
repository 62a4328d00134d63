import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

const { dependencies } = z.object({ dependencies: z.record(z.string(), z.string()) }).parse(readJson("package.json"));
const { packages } = z
	.object({
		packages: z.record(
			z.string(),
			z.object({
				version: z.string().optional(),
				license: z.string().optional(),
				dev: z.boolean().optional(),
				resolved: z.string().optional(),
				integrity: z.string().optional(),
				link: z.boolean().optional(),
			}),
		),
	})
	.parse(readJson("package-lock.json"));
const installed = Object.entries(packages).filter(([path]) => path !== "");
const document = readFileSync("docs/dependencies.md", "utf8");

test("docs/dependencies.md names each production dependency with a reason and the lockfile's licence, and no other", () => {
	const rows = [...document.matchAll(/^\| `([^`]+)` \| (.+) \| (.+) \|$/gm)].map(([, name, reason, licence]) => {
		expect(reason).toMatch(/\S/);
		return [name, licence];
	});
	const wanted = Object.keys(dependencies).map((name) => [name, packages[`node_modules/${name}`]?.license]);
	expect(rows.toSorted()).toEqual(wanted.toSorted());
});

test("every version is exact, and every installed package has its hash", () => {
	expect(Object.entries(dependencies).filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
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
];
const inProduction = new Set([...permissive, "OFL-1.1", "LGPL-3.0-or-later"]);
const inDevelopment = new Set([...inProduction, "MPL-2.0", "CC-BY-4.0", "BlueOak-1.0.0", "Zlib", "Python-2.0"]);
/** They name none; the licence files that they carry are MIT. */
const unnamed = new Set(["busboy", "streamsearch", "humanize-number"]);

test("no package has a licence that nobody has looked at", () => {
	const unknown = installed.flatMap(([path, { license, dev }]) => {
		const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
		if (!license) return unnamed.has(name) && dev ? [] : [`${name}: none`];
		const allowed = dev ? inDevelopment : inProduction;
		const each = license.replaceAll(/[()]/g, "").split(/ (?:AND|OR) /);
		return each.every((one) => allowed.has(one)) ? [] : [`${name}: ${license}`];
	});
	expect(unknown).toEqual([]);
});
