import { moneyIn } from "#lib/money.ts";

/**
 * An amount whose digits are aligned in a column. Only the digits are tabular: the font's tabular comma and period are
 * as wide as a digit, which would pull an amount apart.
 */
export function AlignedAmount({ text }: { text: string }) {
	return (
		<span className="whitespace-nowrap proportional-nums">
			{text.split(/(\d+)/).map((part, index) =>
				index % 2 === 0 ? (
					part
				) : (
					// biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their place
					<span key={index} className="tabular-nums">
						{part}
					</span>
				),
			)}
		</span>
	);
}

/** An amount in an invoice's currency. */
export const Money = ({ amount, currency }: { amount: number; currency: string }) => (
	<AlignedAmount text={moneyIn(currency).formatAmount(amount)} />
);
