import { expect, test } from "vitest";
import { createFileCache } from "./file-cache.server.ts";

/** A cache for three files of ten bytes, and what it had made. */
function startCache(make = async (_data: string) => new Uint8Array(10)) {
	const made: string[] = [];
	const fileOf = createFileCache("template 1", 30, (data) => {
		made.push(data);
		return make(data);
	});
	return { fileOf, made };
}

test("a file is made once, however many ask for it at once and later", async () => {
	const { fileOf, made } = startCache();
	const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => fileOf("a")));
	expect(others.every((file) => file === first)).toBe(true);
	expect(await fileOf("a")).toBe(first);
	expect(made).toEqual(["a"]);
});

test("other data are another file", async () => {
	const { fileOf, made } = startCache();
	expect(await fileOf("a")).not.toBe(await fileOf("b"));
	expect(made).toEqual(["a", "b"]);
});

test("the file that nobody has asked for the longest goes when the room is used up", async () => {
	const { fileOf, made } = startCache();
	for (const data of ["a", "b", "c", "a", "d"]) await fileOf(data);
	await fileOf("a");
	expect(made).toEqual(["a", "b", "c", "d"]);
	await fileOf("b");
	expect(made).toEqual(["a", "b", "c", "d", "b"]);
});

test("a failure reaches everyone who waits, and the next request tries again", async () => {
	let failing = true;
	const { fileOf } = startCache(async () => {
		if (failing) throw new Error("no fonts");
		return new Uint8Array(10);
	});
	const answers = await Promise.allSettled([fileOf("a"), fileOf("a")]);
	expect(answers.map((answer) => answer.status)).toEqual(["rejected", "rejected"]);
	failing = false;
	expect(await fileOf("a")).toHaveLength(10);
});
