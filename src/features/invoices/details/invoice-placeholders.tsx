import { ApiError } from "#admin/session/api-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { invoiceMessages } from "#features/invoices/invoices.schema.ts";
import { ButtonLink } from "#ui/desk-buttons.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** Whether the server says that there is no such invoice. */
export const isMissing = (error: Error) => error instanceof ApiError && error.status === 404;

/** In place of an invoice that is not there, or could not be loaded. */
export function InvoiceMissing({ error, text, onRetry }: { error: Error; text: string; onRetry(): void }) {
	if (!isMissing(error)) return <LoadFailure text={text} onRetry={onRetry} />;
	return <InvoiceNotFound />;
}

export function InvoiceNotFound() {
	return (
		<div className="grid justify-items-start gap-3">
			<ScreenTitle>Invoice not found</ScreenTitle>
			<p className="text-muted-foreground">{invoiceMessages.notFound}</p>
			<ButtonLink to="/admin/invoices">Back to Invoices</ButtonLink>
		</div>
	);
}

export function InvoiceSkeleton() {
	return (
		<div role="status" aria-label="Loading" className="grid max-w-4xl gap-4">
			<Skeleton className="h-8.5 w-56" />
			<Skeleton className="h-44" />
			<Skeleton className="h-64" />
		</div>
	);
}
