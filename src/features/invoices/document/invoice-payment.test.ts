import { expect, test } from "vitest";
import { buildInvoiceDocument } from "#tests/factories/invoices.ts";
import { headlineOf, paymentWays, sumLines } from "./invoice-payment.ts";

const entries = [
	{ kind: "payment", effect_minor: 50_000, received_on: "2026-11-21" },
	{ kind: "refund", effect_minor: -2_000, received_on: "2026-11-22" },
] as const;
const paidInPart = { payments: [...entries], paid_minor: 48_000 };
const cents = (text: string) => Math.round(Number(text.replace(/[$,]/g, "")) * 100);

test.each([
	["sent", {}, "Total due", "$864.06 due December 20, 2026"],
	["overdue", { is_past_due: true }, "Total due", "$864.06 was due December 20, 2026"],
	["paid", { paid_at: "2026-11-25" }, "Balance", "Paid on November 25, 2026"],
	["cancelled", {}, "To refund", "Cancelled. To refund: $480.00"],
] as const)("with payments, the lines of a %s invoice add up to its last one", (status, more, label, headline) => {
	const invoice = buildInvoiceDocument({ ...paidInPart, status, ...more });
	const { lines, last } = sumLines(invoice);
	const sum = lines.reduce((total, { amount }) => total + cents(amount), 0);
	expect(Math.abs(sum)).toBe(cents(last.amount));
	expect(last.label).toBe(label);
	expect(lines.slice(0, 3)).toEqual([
		{ label: "Total", amount: "$1,344.06" },
		{ label: "Payment, Nov 21, 2026", amount: "-$500.00" },
		{ label: "Refund, Nov 22, 2026", amount: "$20.00" },
	]);
	expect(headlineOf(invoice)).toBe(headline);
});

test("without payments, the total stands alone, as it always has", () => {
	expect(sumLines(buildInvoiceDocument())).toEqual({ lines: [], last: { label: "Total due", amount: "$1,344.06" } });
	expect(sumLines(buildInvoiceDocument({ status: "paid" })).last.label).toBe("Total");
});

test("an invoice of which all has come asks for nothing, even if its status does", () => {
	const billing = {
		legalName: "",
		address: [],
		taxId: "",
		bank: [{ label: "Account", value: "1" }],
		check: { payableTo: "", address: [] },
	};
	const settled = buildInvoiceDocument({ paid_minor: 134_406 });
	expect(headlineOf(settled)).toBe("Nothing is due");
	expect(paymentWays(settled, billing)).toEqual([]);
	expect(paymentWays(buildInvoiceDocument(paidInPart), billing)).toHaveLength(1);
	expect(headlineOf(buildInvoiceDocument({ paid_minor: 135_406 }))).toBe("To refund: $10.00");
});

test("amounts are written in the invoice's currency", () => {
	const invoice = buildInvoiceDocument({ currency: "JPY", total_minor: 1_344, balance_minor: 1_344 });
	expect(headlineOf(invoice)).toBe("¥1,344 due December 20, 2026");
});
