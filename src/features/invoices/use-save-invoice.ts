import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useState } from "react";
import { ApiError } from "#admin/api-client.ts";
import { manageInvoices, tellFailure } from "./invoice-queries.ts";
import { type InvoiceInput, invoiceFailures } from "./invoices.schema.ts";
import type { PresentedInvoiceWithItems } from "./invoices.server.ts";
import { useKeepInvoice } from "./use-keep-invoice.ts";

/** A save that met a newer version of the invoice. */
type Conflict = { mine: InvoiceInput; theirs: PresentedInvoiceWithItems };

/**
 * Saves what the form holds: over the version that the editing began from, or as a new invoice without one. When somebody
 * else has been quicker, nothing is saved before the editor has chosen. `source` is what the form is filled from.
 */
export function useSaveInvoice(
	initial: PresentedInvoiceWithItems | undefined,
	onSaved: (invoice: PresentedInvoiceWithItems) => void,
) {
	const [source, setSource] = useState(initial);
	/** What is saved over: the source, until the editor knows of a newer version and puts their own above it. */
	const [basis, setBasis] = useState(initial);
	const [conflict, setConflict] = useState<Conflict>();
	const keepInvoice = useKeepInvoice();
	const tell = tellFailure(basis ? invoiceFailures.update : invoiceFailures.create);

	const { mutate, isPending } = useMutation({
		mutationFn: async ({ input, over }: { input: InvoiceInput; over: PresentedInvoiceWithItems | undefined }) => {
			const answer = await (over
				? parseResponse(
						manageInvoices.$put({ query: { id: over.id }, json: { ...input, expected_version: over.version } }),
					)
				: parseResponse(manageInvoices.$post({ json: input })));
			return answer.invoice;
		},
		onSuccess(stored) {
			keepInvoice(stored);
			onSaved(stored);
		},
		onError(error, { input }) {
			if (isConflict(error)) setConflict({ mine: input, theirs: error.current as PresentedInvoiceWithItems });
		},
		meta: { failure: (error) => (isConflict(error) ? undefined : tell(error)) },
	});

	function settle(choose?: (conflict: Conflict) => void): void {
		setConflict(undefined);
		if (conflict) choose?.(conflict);
	}

	return {
		source,
		conflict,
		isSaving: isPending,
		save: (input: InvoiceInput) => mutate({ input, over: basis }),
		keepEditing: () => settle(),
		takeTheirs: () =>
			settle(({ theirs }) => {
				keepInvoice(theirs);
				setSource(theirs);
				setBasis(theirs);
			}),
		saveMine: () =>
			settle(({ mine, theirs }) => {
				setBasis(theirs);
				mutate({ input: mine, over: theirs });
			}),
	};
}

export type SaveInvoice = ReturnType<typeof useSaveInvoice>;

const isConflict = (error: Error): error is ApiError => error instanceof ApiError && error.status === 409;
