import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { useNow } from "#admin/record/now.ts";
import { firmDay, writeInvoiceDay } from "#features/invoices/invoice-days.ts";
import type { PresentedInvoiceWithItems } from "#features/invoices/invoices.server.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { toast } from "#ui/toast.ts";
import { useCreateLink, useRevokeLink } from "./use-invoice-actions.ts";

/** The link that opens the invoice for anyone who has it. A draft has no public page. */
export function InvoiceLinkActions({ invoice }: { invoice: PresentedInvoiceWithItems }) {
	const create = useCreateLink(invoice.id);
	const revoke = useRevokeLink(invoice.id);
	const link = useWorkingLink(invoice);
	if (invoice.status === "draft") return null;
	if (!link) {
		return (
			<DeskButton busy={create.isPending} onClick={() => create.mutate()}>
				Create Public Link
			</DeskButton>
		);
	}
	return (
		<span className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:justify-center">
			<span className="mr-3 max-sm:col-span-2">
				Link expires on {writeInvoiceDay(firmDay(new Date(link.expiresAt)))}
			</span>
			<DeskButton onClick={() => void copyLink(link.path)}>Copy Public Link</DeskButton>
			<ConfirmedAction
				title="Revoke Public Link"
				subject={invoice.invoice_number}
				question="Revoke this link?"
				consequence="The link that the client was sent will no longer work."
				action="Revoke"
				onConfirm={revoke.mutate}
				button={<DeskButton busy={revoke.isPending}>Revoke Link</DeskButton>}
			/>
		</span>
	);
}

/** The public link, unless there is none or it has expired. */
export function useWorkingLink({ public_path, public_expires_at }: PresentedInvoiceWithItems) {
	const now = useNow();
	if (!public_path || !public_expires_at || Date.parse(public_expires_at) <= now) return undefined;
	return { path: public_path, expiresAt: public_expires_at };
}

async function copyLink(path: string): Promise<void> {
	const link = new URL(path, window.location.origin).href;
	try {
		await navigator.clipboard.writeText(link);
		toast({ title: "Link Copied!", tone: "success" });
	} catch {
		// Without permission to use the clipboard, the link is at least shown.
		toast({ title: "Copy This Link", description: link });
	}
}
