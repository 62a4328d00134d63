-- Invoices that were paid before this column existed: the day is that of the last change to this status, as the log knows it, or
-- of the last change at all. Without the triggers, because no one has changed anything.
ALTER TABLE invoices DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE invoices SET paid_at = coalesce(
	(SELECT max(at) FROM activity WHERE record_table = 'invoices' AND record_id = invoices.id AND changes -> 'status' ->> 'new' = 'paid'),
	updated_at
)::date WHERE status = 'paid';
--> statement-breakpoint
ALTER TABLE invoices ENABLE TRIGGER USER;
