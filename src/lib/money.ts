/**
 * Money without binary fractions. Amounts travel as dollars in JSON numbers (12.34); all arithmetic happens in whole cents
 * on exact integers, so that the server and the form's preview cannot disagree. A number stands for the decimal that is
 * printed for it: 0.1 is one tenth. Results are exact below 2^53 cents, which the limits of an invoice stay under.
 */

/** An exact decimal: `units` / 10^`scale`. */
type Decimal = { units: bigint; scale: number };

export type InvoiceLine = { quantity: number; unit_price: number };

export type InvoiceTotals = { amounts: number[]; subtotal: number; tax_amount: number; total_amount: number };

/** Each line and the tax are rounded half up to whole cents; the sums are of what was rounded, as a reader would add them. */
export function invoiceTotals(lines: InvoiceLine[], taxRate: number): InvoiceTotals {
	const amounts = lines.map(({ quantity, unit_price }) =>
		centsOf(multiply(toDecimal(quantity), toDecimal(unit_price))),
	);
	const subtotal = amounts.reduce((sum, cents) => sum + cents, 0n);
	const tax = centsOf(multiply(multiply({ units: subtotal, scale: 2 }, toDecimal(taxRate)), { units: 1n, scale: 2 }));
	return {
		amounts: amounts.map(toDollars),
		subtotal: toDollars(subtotal),
		tax_amount: toDollars(tax),
		total_amount: toDollars(subtotal + tax),
	};
}

/** The sum of amounts that are whole cents. */
export function sumDollars(amounts: number[]): number {
	return toDollars(amounts.reduce((sum, amount) => sum + centsOf(toDecimal(amount)), 0n));
}

/** Whether the number can be written with at most `places` decimals. */
export const hasDecimals = (value: number, places: number) => toDecimal(value).scale <= places;

/** '$1,234.50' */
export const formatDollars = (amount: number) => dollarFormat.format(amount);

const dollarFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** @throws {RangeError} for NaN and the infinities */
function toDecimal(value: number): Decimal {
	// Number's own text is the shortest decimal that reads back as the same number: what a person typed.
	const [, sign, whole = "", fraction = "", exponent = "0"] = decimalText.exec(String(value)) ?? [];
	if (whole === "") throw new RangeError(`${value} is not a decimal number`);
	const units = BigInt(`${sign}${whole}${fraction}`);
	const scale = fraction.length - Number(exponent);
	return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

const decimalText = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale });

/** Rounded half up; amounts are never negative. */
function centsOf({ units, scale }: Decimal): bigint {
	if (scale <= 2) return units * 10n ** BigInt(2 - scale);
	const divisor = 10n ** BigInt(scale - 2);
	return (2n * units + divisor) / (2n * divisor);
}

const toDollars = (cents: bigint) => Number(cents) / 100;
