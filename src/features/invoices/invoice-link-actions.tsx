import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";
import type { PresentedInvoiceWithItems } from "./invoices.server.ts";
import { useCreateLink, useRevokeLink } from "./use-invoice-actions.ts";

/** The link that opens the invoice for whoever has it. A draft has no public page. */
export function InvoiceLinkActions({ invoice }: { invoice: PresentedInvoiceWithItems }) {
	const create = useCreateLink(invoice.id);
	const revoke = useRevokeLink(invoice.id);
	const { public_path } = invoice;
	if (invoice.status === "draft") return null;
	if (!public_path) {
		return (
			<Button size="dense" variant="secondary" busy={create.isPending} onClick={() => create.mutate()}>
				Create Public Link
			</Button>
		);
	}
	return (
		<span className="flex flex-wrap gap-2">
			<Button size="dense" variant="secondary" onClick={() => void copyLink(public_path)}>
				Copy Public Link
			</Button>
			<Button size="dense" variant="secondary" busy={revoke.isPending} onClick={() => revoke.mutate()}>
				Revoke Link
			</Button>
		</span>
	);
}

async function copyLink(path: string): Promise<void> {
	const link = new URL(path, window.location.origin).href;
	try {
		await navigator.clipboard.writeText(link);
		toast({ title: "Link Copied!", tone: "success" });
	} catch {
		// Without permission for the clipboard the link is at least shown.
		toast({ title: "Copy this link", description: link });
	}
}
