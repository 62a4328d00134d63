import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmount, hasDecimals, invoiceTotals, moneyIn, moneyOf, sumsByCurrency } from "./money.ts";

/** A number with a known number of decimals, and the same as an exact integer of its smallest units. */
const decimal = (largest: bigint, places: number) =>
	fc.bigInt({ min: 0n, max: largest }).map((units) => ({ units, value: Number(units) / 10 ** places }));

// The limits of an invoice: 100,000.000 × $1,000,000.00 on 200 lines at 100.000 %.
const lines = fc.array(fc.record({ quantity: decimal(100_000_000n, 3), unit_price: decimal(100_000_000n, 2) }), {
	minLength: 1,
	maxLength: 200,
});
const taxRate = decimal(100_000n, 3);

/** Half up of the rational `numerator` / `denominator`, written down independently of the code under test. */
function halfUp(numerator: bigint, denominator: bigint): bigint {
	const rest = numerator % denominator;
	return numerator / denominator + (2n * rest >= denominator ? 1n : 0n);
}

const text = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;

describe("the totals of an invoice", () => {
	// proves S9-invoice-04, D-invoices-01
	test("equal the exact rational arithmetic, to the cent, over the whole range of an invoice", () => {
		fc.assert(
			fc.property(lines, taxRate, (items, rate) => {
				const totals = invoiceTotals(
					items.map(({ quantity, unit_price }) => ({ quantity: quantity.value, unit_price: unit_price.value })),
					rate.value,
				);
				const amounts = items.map(({ quantity, unit_price }) => halfUp(quantity.units * unit_price.units, 1000n));
				const subtotal = amounts.reduce((sum, amount) => sum + amount, 0n);
				const tax = halfUp(subtotal * rate.units, 100_000n);
				expect(totals.amounts.map((amount) => amount.toFixed(2))).toEqual(amounts.map(text));
				expect(totals.subtotal.toFixed(2)).toBe(text(subtotal));
				expect(totals.tax_amount.toFixed(2)).toBe(text(tax));
				expect(totals.total_amount.toFixed(2)).toBe(text(subtotal + tax));
			}),
			{ numRuns: 500 },
		);
	});

	test("have at most 2 decimals whatever is typed, also beyond what an invoice accepts", () => {
		const typed = fc.double({ min: 0, max: 1e6, noNaN: true });
		fc.assert(
			fc.property(typed, typed, typed, (quantity, unit_price, rate) => {
				const { subtotal, tax_amount, total_amount } = invoiceTotals([{ quantity, unit_price }], rate);
				for (const amount of [subtotal, tax_amount, total_amount]) expect(hasDecimals(amount, 2)).toBe(true);
			}),
		);
	});

	// proves D-invoices-01
	test.each([
		[0.5, 0.01, 0, { subtotal: 0.01, tax_amount: 0, total_amount: 0.01 }],
		[1.5, 0.33, 0, { subtotal: 0.5, tax_amount: 0, total_amount: 0.5 }],
		[3, 0.1, 0, { subtotal: 0.3, tax_amount: 0, total_amount: 0.3 }],
		[1, 1.01, 50, { subtotal: 1.01, tax_amount: 0.51, total_amount: 1.52 }],
		[1, 100, 8.875, { subtotal: 100, tax_amount: 8.88, total_amount: 108.88 }],
	])("round %d × %d at %d %% half up", (quantity, unit_price, rate, expected) => {
		expect(invoiceTotals([{ quantity, unit_price }], rate)).toMatchObject(expected);
	});

	test("add what each line shows, not what it was before rounding", () => {
		const halfCents = { quantity: 0.5, unit_price: 0.01 };
		expect(invoiceTotals([halfCents, halfCents], 0).total_amount).toBe(0.02);
	});
});

test("sums of many amounts do not drift", () => {
	const dimes = Array.from({ length: 1000 }, () => ({ currency: "USD" }));
	expect(sumsByCurrency(dimes, () => moneyIn("USD").minorOf(0.1) ?? 0)).toEqual([{ currency: "USD", minor: 10_000 }]);
	expect(sumsByCurrency([], () => 1)).toEqual([{ currency: "USD", minor: 0 }]);
});

test("two currencies are two sums, the firm's first", () => {
	const rows = [
		{ currency: "JPY", minor: 500 },
		{ currency: "USD", minor: 100 },
		{ currency: "JPY", minor: 1 },
	];
	expect(sumsByCurrency(rows, ({ minor }) => minor)).toEqual([
		{ currency: "USD", minor: 100 },
		{ currency: "JPY", minor: 501 },
	]);
});

test.each([
	["USD", 12.34, 1234, "$12.34"],
	["JPY", 500, 500, "¥500"],
	["KWD", 1.234, 1234, "KWD\u00a01.234"],
	["USD", 0.29, 29, "$0.29"],
])("%s %d is %d of its smallest unit, and back", (currency, amount, minor, text) => {
	const { minorOf, amountOf, formatMinor } = moneyIn(currency);
	expect(minorOf(amount)).toBe(minor);
	expect(amountOf(minor)).toBe(amount);
	expect(formatMinor(minor)).toBe(text);
});

test.each([
	["USD", 0.005],
	["JPY", 0.5],
	["USD", Number.NaN],
	["USD", Number.POSITIVE_INFINITY],
])("%s %d is no amount", (currency, amount) => expect(moneyIn(currency).minorOf(amount)).toBeUndefined());

test("an invoice whose currency isn't known yet is in the firm's", () => {
	expect(moneyIn("").formatMinor(100)).toBe("$1.00");
});

test.each([
	[1.005, 2, false],
	[1.05, 2, true],
	[1e-7, 3, false],
	[1e21, 0, true],
])("%d has at most %d decimals: %s", (value, places, expected) => {
	expect(hasDecimals(value, places)).toBe(expected);
});

test("refuses what is no number", () => {
	expect(() => invoiceTotals([{ quantity: Number.NaN, unit_price: 1 }], 0)).toThrow(RangeError);
});

// proves S9-invoice-05
test("dollars read with separators and 2 decimals", () => {
	expect([0, 7, 1234.5, 1_000_000].map(formatAmount)).toEqual(["$0.00", "$7.00", "$1,234.50", "$1,000,000.00"]);
});

test.each([
	["JPY", "ja-JP", 0, "￥1,235", { amounts: [34], subtotal: 34, tax_amount: 3, total_amount: 37 }],
	["EUR", "de-DE", 2, "1.234,57\u00a0€", { amounts: [33.71], subtotal: 33.71, tax_amount: 3.37, total_amount: 37.08 }],
	[
		"KWD",
		"en-US",
		3,
		"KWD\u00a01,234.567",
		{ amounts: [33.708], subtotal: 33.708, tax_amount: 3.371, total_amount: 37.079 },
	],
])("reckons and writes %s to its own smallest unit", (currency, locale, decimals, text, totals) => {
	const money = moneyOf({ currency, locale });
	expect(money.decimals).toBe(decimals);
	expect(money.formatAmount(1234.567)).toBe(text);
	expect(money.invoiceTotals([{ quantity: 3, unit_price: 11.236 }], 10)).toEqual(totals);
});
