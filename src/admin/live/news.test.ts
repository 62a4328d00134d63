import { expect, test } from "vitest";
import { createNews } from "./news.ts";

function record() {
	const told: string[] = [];
	return { told, news: createNews<{ id: string }>((row) => told.push(row.id)) };
}

test("tells of rows that others insert", () => {
	const { told, news } = record();
	news.inserted([{ id: "a" }, { id: "b" }]);
	expect(told).toEqual(["a", "b"]);
});

test("does not tell of an own row, whether its notice comes before or after the answer", async () => {
	const { told, news } = record();
	await news.ownInsert(async () => {
		news.inserted([{ id: "own" }, { id: "other" }]);
		return { id: "own" };
	});
	news.inserted([{ id: "own" }]);
	expect(told).toEqual(["other"]);
});

test("tells what waited for an own insert that failed", async () => {
	const { told, news } = record();
	const insert = news.ownInsert(async () => {
		news.inserted([{ id: "other" }]);
		throw new Error("refused");
	});
	await expect(insert).rejects.toThrow("refused");
	expect(told).toEqual(["other"]);
});
