ALTER TABLE "invoices" ADD COLUMN "reminded_at" timestamp (3) with time zone;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoices_insert_activity AFTER INSERT ON invoices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('invoice_number', 'updated_at,overdue_for,public_expires_at,reminded_at', 'public_token', 'always');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoices_update_activity AFTER UPDATE ON invoices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('invoice_number', 'updated_at,overdue_for,public_expires_at,reminded_at', 'public_token', 'always');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoices_delete_activity AFTER DELETE ON invoices REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('invoice_number', 'updated_at,overdue_for,public_expires_at,reminded_at', 'public_token', 'always');
