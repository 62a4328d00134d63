import { clsx } from "clsx";
import { AlignedAmount, Money } from "#features/invoices/money.tsx";
import type { SumLine } from "./invoice-payment.ts";

type InvoiceTotalsProps = {
	subtotal: number;
	tax_rate: number;
	tax_amount: number;
	currency: string;
	/** Between the tax and the last line. */
	lines?: readonly SumLine[];
	/** What it comes to. */
	last: SumLine;
	className?: string;
};

export function InvoiceTotals({
	subtotal,
	tax_rate,
	tax_amount,
	currency,
	lines = [],
	last,
	className,
}: InvoiceTotalsProps) {
	return (
		<dl className={clsx("ml-auto grid w-full sm:max-w-72 grid-cols-[1fr_auto] gap-y-1.5", className)}>
			<dt>Subtotal</dt>
			<dd className="pl-6 text-right">
				<Money amount={subtotal} currency={currency} />
			</dd>
			<dt>Tax ({tax_rate}%)</dt>
			<dd className="pl-6 text-right">
				<Money amount={tax_amount} currency={currency} />
			</dd>
			{lines.map(({ label, amount }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: two payments may be the same, and none ever moves
				<div key={index} className="contents">
					<dt>{label}</dt>
					<dd className="pl-6 text-right">
						<AlignedAmount text={amount} />
					</dd>
				</div>
			))}
			<dt className="border-current border-t pt-2 font-semibold text-base">{last.label}</dt>
			<dd className="border-current border-t pt-2 pl-6 text-right font-semibold text-base">
				<AlignedAmount text={last.amount} />
			</dd>
		</dl>
	);
}
