import { site } from "#site.config.ts";

/**
 * Money without binary fractions. In JSON, amounts are numbers in a currency (12.34), or whole numbers of its smallest unit where
 * the name says so (`_minor`). This is the one place that converts between the two and writes them. All arithmetic uses
 * exact integers in the currency's smallest unit, so the server and the form's preview always agree. A number
 * represents the decimal that is printed for it: 0.1 is one tenth. Results are exact below 2^53 of the smallest unit.
 * The limits of an invoice stay below that; for a currency with three decimals it is nine trillion.
 */

/** An exact decimal: `units` / 10^`scale`. */
type Decimal = { units: bigint; scale: number };

export type InvoiceLine = { quantity: number; unit_price: number };

export type InvoiceTotals = { amounts: number[]; subtotal: number; tax_amount: number; total_amount: number };

/** Money in one currency, formatted for one locale. */
export function moneyOf({ currency, locale }: { currency: string; locale: string }) {
	const format = new Intl.NumberFormat(locale, { style: "currency", currency });
	/** The number of decimals of the smallest unit: two for dollars, none for yen, three for Kuwaiti dinars. */
	const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;

	/** In the smallest unit, rounded half up; amounts are never negative. */
	function unitsOf({ units, scale }: Decimal): bigint {
		if (scale <= decimals) return units * 10n ** BigInt(decimals - scale);
		const divisor = 10n ** BigInt(scale - decimals);
		return (2n * units + divisor) / (2n * divisor);
	}

	const toAmount = (units: bigint) => Number(units) / 10 ** decimals;

	return {
		/** Rounds each line and the tax half up to the smallest unit. The sums add the rounded amounts, as a reader would. */
		invoiceTotals(lines: InvoiceLine[], taxRate: number): InvoiceTotals {
			const amounts = lines.map(({ quantity, unit_price }) =>
				unitsOf(multiply(toDecimal(quantity), toDecimal(unit_price))),
			);
			const subtotal = amounts.reduce((sum, amount) => sum + amount, 0n);
			const exactTax = multiply({ units: subtotal, scale: decimals }, toDecimal(taxRate));
			const tax = unitsOf(multiply(exactTax, { units: 1n, scale: 2 }));
			return {
				amounts: amounts.map(toAmount),
				subtotal: toAmount(subtotal),
				tax_amount: toAmount(tax),
				total_amount: toAmount(subtotal + tax),
			};
		},
		/** '$1,234.50' */
		formatAmount: (amount: number): string => format.format(amount),
		/** '$1,234.50' for 123450 cents */
		formatMinor: (minor: number): string => format.format(minor / 10 ** decimals),
		/** 12.34 for 1234 cents */
		amountOf: (minor: number): number => minor / 10 ** decimals,
		/** 1234 cents for 12.34; undefined for half a cent, and for what is no amount. */
		minorOf(amount: number): number | undefined {
			if (!Number.isFinite(amount) || !hasDecimals(amount, decimals)) return undefined;
			const { units, scale } = toDecimal(amount);
			return Number(units * 10n ** BigInt(decimals - scale));
		},
		decimals,
		/** '$' */
		symbol: format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency,
	};
}

const currencies = new Map<string, ReturnType<typeof moneyOf>>();

/** Money in an invoice's currency. An invoice of an earlier version has none ('') until the site starts: the firm's. */
export function moneyIn(currency: string): ReturnType<typeof moneyOf> {
	const known = currencies.get(currency) ?? moneyOf({ ...site, currency: currency || site.currency });
	currencies.set(currency, known);
	return known;
}

/** The sum in each currency, the firm's first; one of 0 in the firm's for nothing. Currencies are never added up. */
export function sumsByCurrency<Row extends { currency: string }>(
	rows: readonly Row[],
	minorOf: (row: Row) => number,
): { currency: string; minor: number }[] {
	const sums = new Map([[site.currency as string, 0]]);
	for (const row of rows) {
		const currency = row.currency || site.currency;
		sums.set(currency, (sums.get(currency) ?? 0) + minorOf(row));
	}
	const all = [...sums].map(([currency, minor]) => ({ currency, minor }));
	return all.length > 1 ? all.filter(({ minor }) => minor !== 0) : all;
}

/** The firm's currency. */
export const { invoiceTotals, formatAmount, decimals: amountDecimals } = moneyIn(site.currency);

/** Whether the number can be written with at most `places` decimals. */
export const hasDecimals = (value: number, places: number) => toDecimal(value).scale <= places;

/** @throws {RangeError} for NaN and the infinities */
function toDecimal(value: number): Decimal {
	// Number's own text is the shortest decimal that parses to the same number, so it is what a person typed.
	const [, sign, whole = "", fraction = "", exponent = "0"] = decimalText.exec(String(value)) ?? [];
	if (whole === "") throw new RangeError(`${value} is not a decimal number`);
	const units = BigInt(`${sign}${whole}${fraction}`);
	const scale = fraction.length - Number(exponent);
	return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

const decimalText = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale });
