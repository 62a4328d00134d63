import { clsx } from "clsx";
import { Money } from "#features/invoices/money.tsx";

type InvoiceTotalsProps = {
	subtotal: number;
	tax_rate: number;
	tax_amount: number;
	total_amount: number;
	totalLabel: string;
	className?: string;
};

export function InvoiceTotals({
	subtotal,
	tax_rate,
	tax_amount,
	total_amount,
	totalLabel,
	className,
}: InvoiceTotalsProps) {
	return (
		<dl className={clsx("ml-auto grid w-full sm:max-w-72 grid-cols-[1fr_auto] gap-y-1.5", className)}>
			<dt>Subtotal</dt>
			<dd className="pl-6 text-right">
				<Money amount={subtotal} />
			</dd>
			<dt>Tax ({tax_rate}%)</dt>
			<dd className="pl-6 text-right">
				<Money amount={tax_amount} />
			</dd>
			<dt className="border-current border-t pt-2 font-semibold text-base">{totalLabel}</dt>
			<dd className="border-current border-t pt-2 pl-6 text-right font-semibold text-base">
				<Money amount={total_amount} />
			</dd>
		</dl>
	);
}
