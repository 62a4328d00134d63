import { useState } from "react";
import { QuestionDialog } from "#admin/editing/question-dialog.tsx";
import type { InvoiceInput } from "#features/invoices/invoices.schema.ts";
import { invoiceTotals } from "#lib/money.ts";
import { PrimaryButton } from "#ui/desk-buttons.tsx";
import { DialogCancel } from "#ui/dialog.tsx";

/**
 * A price may be 0 (specification 5), but a client who is asked for nothing has more often met a forgotten price.
 * @param what costs nothing then: "this invoice"
 */
export function useUnpricedQuestion<Input extends Pick<InvoiceInput, "items" | "tax_rate">>(
	what: string,
	action: string,
	onSubmit: (input: Input) => void,
) {
	/** Until someone has said that this is meant. */
	const [unpriced, setUnpriced] = useState<Input>();

	function handleConfirm(input: Input): void {
		setUnpriced(undefined);
		onSubmit(input);
	}

	return {
		submit(input: Input): void {
			if (invoiceTotals(input.items, input.tax_rate).total_amount > 0) onSubmit(input);
			else setUnpriced(input);
		},
		question: unpriced && (
			<QuestionDialog
				title="Nothing to Pay"
				onClose={() => setUnpriced(undefined)}
				answers={
					<>
						<DialogCancel>Keep Editing</DialogCancel>
						<PrimaryButton onClick={() => handleConfirm(unpriced)}>{action}</PrimaryButton>
					</>
				}
			>
				<p>The total of {what} is $0.00. Save it without a price?</p>
			</QuestionDialog>
		),
	};
}
