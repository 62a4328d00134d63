import { expect, test } from "vitest";
import { createPdfCache } from "./invoice-pdf-cache.server.ts";

/** A cache for three files of ten bytes, and what it had made. */
function startCache(make = async (_data: string) => new Uint8Array(10)) {
	const made: string[] = [];
	const pdfOf = createPdfCache("template 1", 30, (data) => {
		made.push(data);
		return make(data);
	});
	return { pdfOf, made };
}

test("a file is made once, however many ask for it at once and later", async () => {
	const { pdfOf, made } = startCache();
	const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => pdfOf("a")));
	expect(others.every((pdf) => pdf === first)).toBe(true);
	expect(await pdfOf("a")).toBe(first);
	expect(made).toEqual(["a"]);
});

test("other data are another file", async () => {
	const { pdfOf, made } = startCache();
	expect(await pdfOf("a")).not.toBe(await pdfOf("b"));
	expect(made).toEqual(["a", "b"]);
});

test("the file that nobody has asked for the longest goes when the room is used up", async () => {
	const { pdfOf, made } = startCache();
	for (const data of ["a", "b", "c", "a", "d"]) await pdfOf(data);
	await pdfOf("a");
	expect(made).toEqual(["a", "b", "c", "d"]);
	await pdfOf("b");
	expect(made).toEqual(["a", "b", "c", "d", "b"]);
});

test("a failure is told to all who wait, and tried again by the next", async () => {
	let failing = true;
	const { pdfOf } = startCache(async () => {
		if (failing) throw new Error("no fonts");
		return new Uint8Array(10);
	});
	const answers = await Promise.allSettled([pdfOf("a"), pdfOf("a")]);
	expect(answers.map((answer) => answer.status)).toEqual(["rejected", "rejected"]);
	failing = false;
	expect(await pdfOf("a")).toHaveLength(10);
});
