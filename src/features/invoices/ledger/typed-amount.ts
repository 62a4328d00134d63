import { z } from "zod";
import { moneyIn } from "#lib/money.ts";
import { ledgerLimits, ledgerMessages } from "./ledger.schema.ts";

/** An amount as it is typed, a decimal, as a whole number of the smallest unit. */
export const typedAmount = (currency: string) =>
	z.string().transform((typed, context) => {
		const { minorOf, decimals } = moneyIn(currency);
		const amount = Number(typed.trim() || 0);
		const minor = minorOf(amount);
		if (minor !== undefined && minor > 0 && minor <= ledgerLimits.amount) return minor;
		context.addIssue(
			amount > 0 && minor === undefined
				? `Please enter an amount with at most ${decimals} decimal places.`
				: ledgerMessages.amount,
		);
		return z.NEVER;
	});
