import { expect, test } from "vitest";
import { createNews } from "./news.ts";

function record() {
	const announced: string[] = [];
	return { announced, news: createNews<{ id: string }>((row) => announced.push(row.id)) };
}

test("reports rows that others insert", () => {
	const { announced, news } = record();
	news.inserted([{ id: "a" }, { id: "b" }]);
	expect(announced).toEqual(["a", "b"]);
});

test("does not tell of an own row, whether its notice comes before or after the answer", async () => {
	const { announced, news } = record();
	await news.ownInsert(async () => {
		news.inserted([{ id: "own" }, { id: "other" }]);
		return { id: "own" };
	});
	news.inserted([{ id: "own" }]);
	expect(announced).toEqual(["other"]);
});

test("reports rows that waited for an insert of our own that failed", async () => {
	const { announced, news } = record();
	const insert = news.ownInsert(async () => {
		news.inserted([{ id: "other" }]);
		throw new Error("refused");
	});
	await expect(insert).rejects.toThrow("refused");
	expect(announced).toEqual(["other"]);
});
