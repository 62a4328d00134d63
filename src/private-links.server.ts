import { renewCallLink } from "./features/bookings/guests/call-links.server.ts";
import { renewInvoiceLink } from "./features/invoices/delivery/invoice-links.server.ts";
import type { RenewLink } from "./features/mails/mail-outbox.server.ts";
import type { Deps } from "./platform/process/deps.server.ts";

/** The links that emails lead to and that no stored email contains. */
export const renewPrivateLink =
	({ settings, clock }: Pick<Deps, "settings" | "clock">): RenewLink =>
	(tx, recordId, purpose) =>
		purpose === "invoice" ? renewInvoiceLink(tx, settings, recordId, clock()) : renewCallLink(tx, recordId, purpose);
