import { formatAmount } from "#lib/money.ts";

/**
 * An amount whose digits stand under each other. Only they: the font's tabular comma and point are as wide as a digit,
 * which tears an amount apart.
 */
export function Money({ amount }: { amount: number }) {
	return (
		<span className="whitespace-nowrap proportional-nums">
			{formatAmount(amount)
				.split(/(\d+)/)
				.map((part, index) =>
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
