import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { getDocument, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, test } from "vitest";
import type { Billing } from "#site.config.ts";
import { buildInvoiceDocument } from "#tests/factories/invoices.ts";
import { publishLogo } from "#tests/own-logo.ts";
import type { InvoiceDocument } from "./invoice-document.ts";
import { renderCreditNotePdf, renderInvoicePdf } from "./invoice-pdf.server.ts";

const line = (description: string) => ({ description, quantity: 1.5, unit_price: 823, amount: 1234.5 });

const pdfjs = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

async function pagesOf(
	document: InvoiceDocument,
	firm?: Parameters<typeof renderInvoicePdf>[1],
): Promise<PDFPageProxy[]> {
	return openPdf(await renderInvoicePdf(document, firm));
}

async function openPdf(file: Uint8Array): Promise<PDFPageProxy[]> {
	const data = new Uint8Array(file);
	const pdf = await getDocument({ data, standardFontDataUrl: `${join(pdfjs, "standard_fonts")}/` }).promise;
	return Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
}

async function textOf(page: PDFPageProxy): Promise<string> {
	const { items } = await page.getTextContent();
	return items.map((item) => ("str" in item ? item.str : "")).join(" ");
}

/** Where the page has ink, in points: 1 pixel is 1 point. */
async function inkOf(page: PDFPageProxy) {
	const { width, height } = page.getViewport({ scale: 1 });
	const canvas = createCanvas(width, height);
	const context = canvas.getContext("2d");
	// The type of pdf.js knows the browser's canvas only.
	await page.render({ canvas: canvas as never, viewport: page.getViewport({ scale: 1 }) }).promise;
	const { data } = context.getImageData(0, 0, width, height);
	const isDark = (x: number, y: number) => (data[(Math.floor(y) * Math.floor(width) + Math.floor(x)) * 4] ?? 255) < 128;
	return {
		/** Share of dark pixels in a rectangle. */
		share(left: number, top: number, right: number, bottom: number): number {
			let dark = 0;
			for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (isDark(x, y)) dark += 1;
			return dark / ((right - left) * (bottom - top));
		},
		width,
		height,
	};
}

test("one line makes one page of letter paper with everything a client has to know", async () => {
	const pages = await pagesOf(buildInvoiceDocument());
	expect(pages).toHaveLength(1);
	const [page] = pages;
	const { width, height } = page?.getViewport({ scale: 1 }) ?? {};
	expect([width, height]).toEqual([612, 792]);
	const text = page ? await textOf(page) : "";
	for (const part of [
		"INV-2026-0042",
		"November 20, 2026",
		"December 20, 2026",
		"Theo Marchetti",
		"Hudson, NY 12534",
		"Opening night photography",
		"$1,234.50",
		"Tax (8.875%)",
		"$109.56",
		"$1,344.06",
		"Payment is due",
		"1 of 1",
	]) {
		expect(text).toContain(part);
	}
});

test("the paper is A4 where the firm is used to it", async () => {
	const [page] = await pagesOf(buildInvoiceDocument(), { paper: "a4" });
	const { width, height } = page?.getViewport({ scale: 1 }) ?? {};
	expect([width, height]).toEqual([expect.closeTo(595.28), expect.closeTo(841.89)]);
});

const billing: Billing = {
	legalName: "Pilcrow Communications LLC",
	address: ["118 Warren Street", "Hudson, NY 12534"],
	taxId: "EIN 00-0000000",
	bank: [
		{ label: "Bank", value: "First Bank of Hudson" },
		{ label: "Account number", value: "000123456" },
	],
	check: { payableTo: "Pilcrow Communications LLC", address: ["P.O. Box 7", "Hudson, NY 12534"] },
};

test("the first things a client reads are the amount and the due date; who bills and how to pay are on the same page", async () => {
	const [page] = await pagesOf(buildInvoiceDocument(), { billing });
	const text = page ? await textOf(page) : "";
	expect(text.indexOf("$1,344.06 due December 20, 2026")).toBeLessThan(text.indexOf("Billed to"));
	for (const part of [
		"Pilcrow Communications LLC",
		"118 Warren Street",
		"EIN 00-0000000",
		"Bank transfer",
		"First Bank of Hudson",
		"000123456",
		"Reference",
		"P.O. Box 7, Hudson, NY 12534",
		"Memo",
	]) {
		expect(text).toContain(part);
	}
});

test("a firm that has not said how to pay gets no heading for it, and a paid invoice asks for nothing", async () => {
	const [unknown] = await pagesOf(buildInvoiceDocument());
	expect(unknown && (await textOf(unknown))).not.toMatch(/How to pay|Bank transfer|Check|Memo/);
	const [paid] = await pagesOf(buildInvoiceDocument({ status: "paid", paid_at: "2026-12-01" }), { billing });
	const text = paid ? await textOf(paid) : "";
	expect(text).toContain("Paid on December 1, 2026");
	expect(text).not.toMatch(/How to pay|Bank transfer|000123456/);
});

test("forty lines go on over pages, each with the table's header and its number", async () => {
	const pages = await pagesOf(
		buildInvoiceDocument({ items: Array.from({ length: 40 }, (_, index) => line(`Line ${index + 1}.`)) }),
	);
	expect(pages).toHaveLength(2);
	const texts = await Promise.all(pages.map(textOf));
	for (const [index, text] of texts.entries()) {
		expect(text).toContain("Unit Price");
		expect(text).toContain(`${index + 1} of 2`);
	}
	expect(texts.join(" ").match(/Line \d+\./g)).toHaveLength(40);
	expect(texts[1]).toContain("Total due");
});

/** What a page has of the table, in this order. */
const partsOf = (text: string) => text.match(/Unit Price|Line \d+|Total due/g)?.map((part) => part.replace(/ \d+/, ""));

// F22
test.each([
	["short", 60, "", 0],
	["of one to eight lines", 24, " and more of it".repeat(33), 0],
	["short, below an address of 20 lines", 25, "", 20],
])("items that are %s: no page has totals or a header without an item", async (_, most, more, lines) => {
	for (let count = 1; count <= most; count++) {
		const items = Array.from({ length: count }, (_, at) => line(`Line ${at + 1}.${more.slice(0, (at % 8) * 70)}`));
		const client_address = "An address\n".repeat(lines).trim() || null;
		const terms = "Terms that go on. ".repeat(count * 4);
		const pages = await pagesOf(buildInvoiceDocument({ items, client_address, terms }));
		const parts = (await Promise.all(pages.map(textOf))).map(partsOf);
		for (const found of parts) {
			if (found?.includes("Total due") || found?.includes("Unit Price"))
				expect(found, `${count} items`).toContain("Line");
		}
		expect(parts.flat().filter((part) => part === "Line")).toHaveLength(count);
		expect(parts.flat().filter((part) => part === "Total due")).toHaveLength(1);
	}
});

describe("names in any script", () => {
	test.each([
		["Arabic", "شركة الاتصالات العربية المتحدة للخدمات الإعلامية والعلاقات العامة المحدودة في الشرق الأوسط"],
		["Chinese", "北京传播策划有限公司与合作伙伴国际公共关系咨询服务集团股份有限责任公司上海分公司第二办事处"],
		["Korean", "서울 커뮤니케이션 주식회사 국제 홍보 컨설팅 서비스 그룹"],
		["emoji", "🎉🎈🎂🍾🥂🎁🎊🎇🎆🧨✨🎉🎈🎂🍾🥂🎁🎊🎇🎆"],
		["a word without an end", "Donaudampfschifffahrtsgesellschaft".repeat(5)],
	])("%s: is drawn, and stays in its column", async (_, client_name) => {
		const [page] = await pagesOf(buildInvoiceDocument({ client_name, client_company: null, client_address: null }));
		if (!page) throw new Error("no page");
		const ink = await inkOf(page);
		// The name's place, below 'Billed to'; its share of ink is that of letters, not of nothing.
		expect(ink.share(54, 141, 200, 158)).toBeGreaterThan(0.05);
		// The gap before the facts at the right, and the page's margins.
		expect(ink.share(376, 95, 390, 200)).toBe(0);
		expect(ink.share(0, 0, 50, ink.height)).toBe(0);
		expect(ink.share(ink.width - 50, 0, ink.width, ink.height)).toBe(0);
	});

	// F23
	test.each([
		["Hindi", "कि"],
		["Hindi, joined", "क्षि"],
		["Hebrew with points", "שָּׁ"],
		["a family", "👨‍👩‍👧"],
		["a flag", "🇺🇸"],
		["a tone of skin", "👍🏽"],
		["Thai", "กำ"],
		["Korean, letter by letter", "\u1112\u1161\u11ab"],
	])("a long word breaks between letters only, not inside of one: %s", async (_, letter) => {
		const widthOf = async (word: string) => {
			const [page] = await pagesOf(buildInvoiceDocument({ items: [line(word)], client_address: word, terms: word }));
			const { items } = (await page?.getTextContent()) ?? { items: [] };
			return items.reduce((sum, item) => sum + ("str" in item && item.str.trim() !== "" ? item.width : 0), 0);
		};
		const widths = await Promise.all([1, 2, 3, 4, 5].map((before) => widthOf("x".repeat(before) + letter.repeat(35))));
		// Each x makes the word longer by its own width: No letter has come apart, wherever the breaks are.
		for (const [at, width] of widths.slice(2).entries()) {
			expect(width - (widths[at + 1] ?? 0)).toBeCloseTo((widths[1] ?? 0) - (widths[0] ?? 0), 1);
		}
	});

	// F23
	test("a long word with accents looks the same, whether these are characters of their own or not", async () => {
		const pictureOf = async (word: string) => {
			const [page] = await pagesOf(buildInvoiceDocument({ items: [line(word)], client_address: word, terms: word }));
			return page && (await inkOf(page)).share(54, 95, 560, 500);
		};
		for (const letters of ["ệñ", "xệñ", "ά", "й"]) {
			const [composed, apart] = (["NFC", "NFD"] as const).map((form) => letters.repeat(35).normalize(form));
			expect(await pictureOf(apart ?? "")).toBe(await pictureOf(composed ?? ""));
		}
	});

	test("missing letters would show: different names leave different ink", async () => {
		const shares = await Promise.all(
			["م", "ش", "北", "国", "가", "हि", "ก", "🎉", "🎈"].map(async (client_name) => {
				const [page] = await pagesOf(buildInvoiceDocument({ client_name, client_company: null, client_address: null }));
				return page && (await inkOf(page)).share(54, 141, 80, 161);
			}),
		);
		expect(new Set(shares).size).toBe(shares.length);
	});
});

test("text that a person wrote is never read as markup", async () => {
	const hostile = '#panic("x") $x$ *b* _i_ `c` <l> @r // /* \\ #{1+1} "q"';
	const [page] = await pagesOf(buildInvoiceDocument({ client_name: hostile, items: [line(hostile)] }));
	expect(page && (await textOf(page)).replace(/\s+/g, " ")).toContain('#panic("x") $x$ *b* _i_ `c` <l> @r');
});

test("paid and cancelled invoices say so, and ask for nothing", async () => {
	for (const [status, word] of [
		["paid", "Paid"],
		["cancelled", "Cancelled"],
	] as const) {
		const [page] = await pagesOf(buildInvoiceDocument({ status }));
		const text = page ? await textOf(page) : "";
		expect(text).toContain(word);
		expect(text).not.toContain("Total due");
	}
});

test("the process stays responsive while an invoice is typeset", async () => {
	await renderInvoicePdf(buildInvoiceDocument());
	let turns = 0;
	let done = false;
	const rendering = renderInvoicePdf(
		buildInvoiceDocument({ items: Array.from({ length: 200 }, (_, index) => line(`Workshop ${index}`)) }),
	).then(() => {
		done = true;
	});
	while (!done) {
		await new Promise((resolve) => setImmediate(resolve));
		turns += 1;
	}
	await rendering;
	// Typesetting in this thread would leave one or two.
	expect(turns).toBeGreaterThan(20);
});

test("a firm's own logo takes the place of the mark and the short name", async () => {
	const topLeft = async () => {
		const [page] = await pagesOf(buildInvoiceDocument());
		if (!page) throw new Error("the document has no page");
		return { text: await textOf(page), dark: (await inkOf(page)).share(56, 56, 120, 74) };
	};
	const before = await topLeft();
	expect(before.text).toMatch(/^Pilcrow\b/);
	expect(before.dark).toBeLessThan(0.5);
	await publishLogo();
	const after = await topLeft();
	expect(after.text).not.toMatch(/^Pilcrow\b/);
	expect(after.dark).toBe(1);
});

test("a credit note shows its number, its invoice, its reason, and its sum, and asks for no payment", async () => {
	const note = { credit_number: "CN-2026-0003", issue_date: "2026-11-25", reason: "The opening was a day shorter." };
	const amounts = { net_minor: 20_000, tax_minor: 1_775, total_minor: 21_775 };
	const pages = await openPdf(await renderCreditNotePdf(buildInvoiceDocument(), { ...note, ...amounts }));
	expect(pages).toHaveLength(1);
	const text = pages[0] ? await textOf(pages[0]) : "";
	for (const part of [
		"Credit Note",
		"Credited to",
		"Theo Marchetti",
		"CN-2026-0003",
		"November 25, 2026",
		"INV-2026-0042",
		"The opening was a day shorter.",
		"$200.00",
		"$17.75",
		"$217.75 credited",
	])
		expect(text).toContain(part);
	expect(text).not.toContain("How to pay");
	expect(text).not.toContain("$1,344.06");
});
