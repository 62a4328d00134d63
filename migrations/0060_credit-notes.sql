CREATE TABLE "credit_note_counters" (
	"year" integer PRIMARY KEY NOT NULL,
	"last_number" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"credit_number" text NOT NULL,
	"issue_date" date NOT NULL,
	"reason" text NOT NULL,
	"net_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"total_minor" bigint GENERATED ALWAYS AS (net_minor + tax_minor) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"created_by" uuid,
	CONSTRAINT "credit_notes_credit_number_unique" UNIQUE("credit_number"),
	CONSTRAINT "credit_notes_amounts_fit" CHECK ("credit_notes"."net_minor" > 0 and "credit_notes"."tax_minor" >= 0),
	CONSTRAINT "credit_notes_reason_fits" CHECK (length("credit_notes"."reason") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_notes_of_invoice" ON "credit_notes" USING btree ("invoice_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_notes_issued" ON "credit_notes" USING btree ("issue_date");
--> statement-breakpoint
CREATE TRIGGER credit_notes_kept BEFORE UPDATE OR DELETE ON credit_notes FOR EACH ROW EXECUTE FUNCTION keep_ledger();
--> statement-breakpoint
CREATE TRIGGER credit_notes_not_emptied BEFORE TRUNCATE ON credit_notes FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();
--> statement-breakpoint
-- Credit notes of one invoice are written one after the other, under the lock of its row, and add up to no more than its net amount.
CREATE FUNCTION check_credit_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	invoice invoices;
	credited bigint;
BEGIN
	SELECT * INTO invoice FROM invoices WHERE id = NEW.invoice_id FOR UPDATE;
	SELECT coalesce(sum(net_minor), 0) INTO credited FROM credit_notes WHERE invoice_id = NEW.invoice_id;
	IF credited + NEW.net_minor > invoice.subtotal * 10::numeric ^ invoice.minor_digits THEN
		RAISE EXCEPTION 'more would be credited than was billed' USING ERRCODE = 'check_violation';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER credit_notes_check BEFORE INSERT ON credit_notes FOR EACH ROW EXECUTE FUNCTION check_credit_note();
--> statement-breakpoint
CREATE TRIGGER credit_notes_sum AFTER INSERT ON credit_notes FOR EACH ROW EXECUTE FUNCTION add_up_ledger();
--> statement-breakpoint
-- As before, and with the sum of the credit notes.
CREATE OR REPLACE FUNCTION set_invoice_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	entries bigint;
	notes bigint;
BEGIN
	SELECT count(*), coalesce(sum(effect_minor), 0) INTO entries, NEW.paid_minor FROM invoice_payments WHERE invoice_id = NEW.id;
	SELECT count(*), coalesce(sum(total_minor), 0) INTO notes, NEW.credited_minor FROM credit_notes WHERE invoice_id = NEW.id;
	IF NEW.paid_minor < 0 AND NOT EXISTS (
		SELECT FROM invoice_payments p WHERE p.invoice_id = NEW.id AND p.kind = 'refund' AND p.origin = 'stripe'
			AND NOT EXISTS (SELECT FROM invoice_payments r WHERE r.reverses = p.id)
	) THEN
		RAISE EXCEPTION 'less than nothing would be paid of this invoice' USING ERRCODE = 'check_violation';
	END IF;
	IF TG_OP = 'UPDATE' AND entries + notes > 0
		AND (NEW.id, NEW.currency, NEW.minor_digits, NEW.tax_rate, NEW.subtotal, NEW.tax_amount, NEW.total_amount)
			IS DISTINCT FROM (OLD.id, OLD.currency, OLD.minor_digits, OLD.tax_rate, OLD.subtotal, OLD.tax_amount, OLD.total_amount)
	THEN
		RAISE EXCEPTION 'the amounts of an invoice with entries in its ledger cannot change' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_invoice_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM invoice_payments WHERE invoice_id IN (OLD.invoice_id, NEW.invoice_id))
		OR EXISTS (SELECT FROM credit_notes WHERE invoice_id IN (OLD.invoice_id, NEW.invoice_id)) THEN
		RAISE EXCEPTION 'the items of an invoice with entries in its ledger cannot change' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
