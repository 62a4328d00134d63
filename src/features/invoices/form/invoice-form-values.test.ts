import { expect, test } from "vitest";
import { moneyText, newInvoiceValues, numberOr, numbersOf, readInvoice } from "./invoice-form-values.ts";

const values = () => ({
	...newInvoiceValues(new Date("2026-11-20T12:00:00Z")),
	client_name: "Theo Marchetti",
	client_email: "theo@marchettibakes.example",
	items: [{ description: "Talk", quantity: "2", unit_price: "19.99" }],
});

test("a new invoice is due in 30 days, has the firm's terms, no tax and one item of quantity 1", () => {
	expect(newInvoiceValues(new Date("2026-11-20T12:00:00Z"))).toMatchObject({
		due_date: "2026-12-20",
		terms: "Payment is due within 30 days of invoice date.",
		tax_rate: "0",
		status: "draft",
		items: [{ description: "", quantity: "1", unit_price: "0.00" }],
	});
});

test.each(["", "  ", "abc", "1,5", "NaN", "Infinity"])("%j is no number and falls back", (text) => {
	expect(numberOr(text, 1)).toBe(1);
	expect(numbersOf({ items: [{ description: "", quantity: text, unit_price: text }], tax_rate: text })).toEqual({
		lines: [{ quantity: 1, unit_price: 0 }],
		taxRate: 0,
	});
});

test("0 and negative numbers are numbers, for the rules to refuse", () => {
	expect(numberOr("0", 1)).toBe(0);
	expect(readInvoice({ ...values(), items: [{ description: "x", quantity: "0", unit_price: "1" }] })).toMatchObject({
		refusal: { message: expect.stringContaining("quantity above 0") },
	});
});

test("complete values become the body to send", () => {
	expect(readInvoice(values())).toMatchObject({
		input: { client_company: null, tax_rate: 0, items: [{ description: "Talk", quantity: 2, unit_price: 19.99 }] },
	});
});

test("every wrong field is named, and missing fields come first", () => {
	const wrong = { ...values(), client_name: "", items: [{ description: " ", quantity: "1", unit_price: "-1" }] };
	const answer = readInvoice(wrong);
	expect(answer).toMatchObject({ refusal: { message: "Please fill in all required fields." } });
	expect("refusal" in answer && answer.refusal.fields.get("client_name")).toBe("Please fill in this field.");
	expect("refusal" in answer && [...answer.refusal.fields.keys()]).toEqual([
		"client_name",
		"items.0.description",
		"items.0.unit_price",
	]);
});

test("amounts stand in the form as money is written, and what is too exact stays to be refused", () => {
	expect([9.5, 126.4, 0, 1000].map(moneyText)).toEqual(["9.50", "126.40", "0.00", "1000.00"]);
	expect(moneyText(9.999)).toBe("9.999");
});
