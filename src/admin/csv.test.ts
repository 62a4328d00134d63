import { expect, test } from "vitest";
import { makeCsv } from "./csv.ts";

const textOf = async (file: Blob) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.bytes());

test.each(["=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "\t=1", "\r=1"])(
	"a text that a spreadsheet would run is disarmed: %j",
	async (name) => {
		expect(await textOf(await makeCsv([name], (Name) => ({ Name })))).toContain(`"'${name}"`);
	},
);

test("is marked as UTF-8, keeps line breaks, quotes and commas, and leaves nothing out", async () => {
	const file = await makeCsv(['Zoë, "Z"\nB.'], (Name) => ({ Name, Empty: null }));
	expect(await textOf(file)).toBe('\uFEFFName,Empty\r\n"Zoë, ""Z""\nB.",');
});

test("a long list is made piece by piece, with one header and its progress", async () => {
	const seen: number[] = [];
	const rows = Array.from({ length: 1201 }, (_, n) => n);
	const lines = (
		await textOf(
			await makeCsv(
				rows,
				(N) => ({ N }),
				(done) => seen.push(done),
			),
		)
	).split("\r\n");
	expect(lines).toEqual(["\uFEFFN", ...rows.map(String)]);
	expect(seen).toEqual([500, 1000]);
});
