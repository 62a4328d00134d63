import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { amountDecimals, currencySymbol } from "#lib/money.ts";
import { Field } from "#ui/field.tsx";

type MoneyFieldProps = Omit<ComponentProps<"input">, "children"> &
	Pick<ComponentProps<typeof Field>, "label" | "error" | "dense">;

/** An amount in the firm's currency, with its symbol in front. */
export function MoneyField({ label, error, dense, required, className, ...input }: MoneyFieldProps) {
	return (
		<Field {...{ label, error, required }} {...(dense && { dense })} {...(className && { className })}>
			{(control) => (
				<span className="relative grid items-center">
					<span aria-hidden className="pointer-events-none absolute left-2.5 text-muted-foreground">
						{currencySymbol}
					</span>
					<input
						type="number"
						step={10 ** -amountDecimals}
						{...input}
						{...control}
						className={clsx(control.className, currencySymbol.length > 1 ? "pl-11!" : "pl-6!", "text-right")}
					/>
				</span>
			)}
		</Field>
	);
}
