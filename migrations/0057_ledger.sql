CREATE TABLE "invoice_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"effect_minor" bigint NOT NULL,
	"received_on" date NOT NULL,
	"method" text NOT NULL,
	"reference" text,
	"note" text,
	"origin" text DEFAULT 'staff' NOT NULL,
	"reverses" uuid,
	"provider_ref" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"created_by" uuid,
	CONSTRAINT "invoice_payments_reverses_unique" UNIQUE("reverses"),
	CONSTRAINT "invoice_payments_provider_ref_unique" UNIQUE("provider_ref"),
	CONSTRAINT "invoice_payments_kind_known" CHECK ("invoice_payments"."kind" in ('payment', 'refund', 'reversal')),
	CONSTRAINT "invoice_payments_origin_known" CHECK ("invoice_payments"."origin" in ('staff', 'stripe')),
	CONSTRAINT "invoice_payments_method_known" CHECK ("invoice_payments"."method" in ('bank_transfer', 'card', 'cash', 'check', 'direct_debit', 'stripe', 'other')),
	CONSTRAINT "invoice_payments_effect_fits" CHECK (case "invoice_payments"."kind" when 'payment' then "invoice_payments"."effect_minor" > 0 when 'refund' then "invoice_payments"."effect_minor" < 0 else "invoice_payments"."effect_minor" <> 0 end),
	CONSTRAINT "invoice_payments_reversal_named" CHECK (("invoice_payments"."kind" = 'reversal') = ("invoice_payments"."reverses" is not null)),
	CONSTRAINT "invoice_payments_received_lately" CHECK ("invoice_payments"."received_on" >= '2000-01-01'),
	CONSTRAINT "invoice_payments_texts_fit" CHECK (length("invoice_payments"."reference") <= 100 and length("invoice_payments"."note") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "currency" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "minor_digits" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "total_minor" bigint GENERATED ALWAYS AS (round(total_amount * 10::numeric ^ minor_digits)::bigint) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "paid_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "credited_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "balance_minor" bigint GENERATED ALWAYS AS (case status when 'cancelled' then -paid_minor when 'paid' then least(0, round(total_amount * 10::numeric ^ minor_digits)::bigint - credited_minor - paid_minor) else round(total_amount * 10::numeric ^ minor_digits)::bigint - credited_minor - paid_minor end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_reverses_invoice_payments_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."invoice_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_payments_of_invoice" ON "invoice_payments" USING btree ("invoice_id","created_at");--> statement-breakpoint
CREATE INDEX "invoice_payments_received" ON "invoice_payments" USING btree ("received_on");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credit_fits" CHECK (credited_minor between 0 and total_minor);
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoices_insert_activity AFTER INSERT ON invoices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('invoice_number', 'updated_at,version,save_ids,overdue_for,public_expires_at,public_seed,reminded_at,total_minor,paid_minor,credited_minor,balance_minor', 'public_token_hash', 'always');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoices_update_activity AFTER UPDATE ON invoices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('invoice_number', 'updated_at,version,save_ids,overdue_for,public_expires_at,public_seed,reminded_at,total_minor,paid_minor,credited_minor,balance_minor', 'public_token_hash', 'always');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoices_delete_activity AFTER DELETE ON invoices REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('invoice_number', 'updated_at,version,save_ids,overdue_for,public_expires_at,public_seed,reminded_at,total_minor,paid_minor,credited_minor,balance_minor', 'public_token_hash', 'always');

--> statement-breakpoint
-- Money by the day on which it came, for every sum of it: the ledger's entries, and the rest of what is paid by hand.
CREATE VIEW money_received AS
	SELECT p.invoice_id, p.received_on AS day, p.id AS payment_id, p.effect_minor, i.currency, i.minor_digits
		FROM invoice_payments p JOIN invoices i ON i.id = p.invoice_id
	UNION ALL
	SELECT id, paid_at, NULL, total_minor - credited_minor - paid_minor, currency, minor_digits
		FROM invoices WHERE status = 'paid' AND paid_at IS NOT NULL AND total_minor > credited_minor + paid_minor;
--> statement-breakpoint
-- An entry is never changed, so that what was written stays what happened.
CREATE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'an entry of the ledger cannot be changed or removed; write a reversal' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER invoice_payments_kept BEFORE UPDATE OR DELETE ON invoice_payments FOR EACH ROW EXECUTE FUNCTION keep_ledger();
--> statement-breakpoint
CREATE TRIGGER invoice_payments_not_emptied BEFORE TRUNCATE ON invoice_payments FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();
--> statement-breakpoint
-- Entries of one invoice are written one after the other, under the lock of its row.
CREATE FUNCTION lock_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	money text := (SELECT currency FROM invoices WHERE id = NEW.invoice_id FOR UPDATE);
BEGIN
	IF money = '' THEN
		RAISE EXCEPTION 'the currency of this invoice is not known until the site has started' USING ERRCODE = 'check_violation';
	END IF;
	IF NEW.kind = 'reversal' AND NOT EXISTS (
		SELECT FROM invoice_payments WHERE id = NEW.reverses AND invoice_id = NEW.invoice_id AND kind <> 'reversal'
			AND effect_minor = -NEW.effect_minor
	) THEN
		RAISE EXCEPTION 'a reversal takes back one payment or refund of its own invoice' USING ERRCODE = 'check_violation';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER invoice_payments_lock BEFORE INSERT ON invoice_payments FOR EACH ROW EXECUTE FUNCTION lock_ledger();
--> statement-breakpoint
-- The trigger of invoices adds up.
CREATE FUNCTION add_up_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE invoices SET paid_minor = paid_minor WHERE id = NEW.invoice_id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER invoice_payments_sum AFTER INSERT ON invoice_payments FOR EACH ROW EXECUTE FUNCTION add_up_ledger();
--> statement-breakpoint
-- The sums of an invoice are those of its ledger, whatever is written. Each statement in here sees what is committed by now, as the
-- row is locked before a trigger runs.
CREATE FUNCTION set_invoice_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	entries bigint;
BEGIN
	SELECT count(*), coalesce(sum(effect_minor), 0) INTO entries, NEW.paid_minor FROM invoice_payments WHERE invoice_id = NEW.id;
	NEW.credited_minor := 0;
	IF NEW.paid_minor < 0 AND NOT EXISTS (
		SELECT FROM invoice_payments p WHERE p.invoice_id = NEW.id AND p.kind = 'refund' AND p.origin = 'stripe'
			AND NOT EXISTS (SELECT FROM invoice_payments r WHERE r.reverses = p.id)
	) THEN
		RAISE EXCEPTION 'less than nothing would be paid of this invoice' USING ERRCODE = 'check_violation';
	END IF;
	IF TG_OP = 'UPDATE' AND entries > 0
		AND (NEW.id, NEW.currency, NEW.minor_digits, NEW.tax_rate, NEW.subtotal, NEW.tax_amount, NEW.total_amount)
			IS DISTINCT FROM (OLD.id, OLD.currency, OLD.minor_digits, OLD.tax_rate, OLD.subtotal, OLD.tax_amount, OLD.total_amount)
	THEN
		RAISE EXCEPTION 'the amounts of an invoice with entries in its ledger cannot change' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER invoices_sums BEFORE INSERT OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION set_invoice_sums();
--> statement-breakpoint
CREATE FUNCTION keep_invoice_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM invoice_payments WHERE invoice_id IN (OLD.invoice_id, NEW.invoice_id)) THEN
		RAISE EXCEPTION 'the items of an invoice with entries in its ledger cannot change' USING ERRCODE = 'restrict_violation';
	END IF;
	RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
--> statement-breakpoint
CREATE TRIGGER invoice_items_kept BEFORE INSERT OR UPDATE OR DELETE ON invoice_items FOR EACH ROW EXECUTE FUNCTION keep_invoice_items();
--> statement-breakpoint
-- As before, but `app.unlogged` (platform/database/actor.server.ts) silences changes, too: an act says what they mean.
CREATE OR REPLACE FUNCTION record_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	acting text := coalesce(current_setting('app.actor', true), '');
	left_out text[] := string_to_array(TG_ARGV[1], ',');
	only_named text[] := string_to_array(TG_ARGV[2], ',');
	kind text := CASE acting WHEN '' THEN 'system' WHEN 'visitor' THEN 'visitor' ELSE 'staff' END;
	actor uuid := CASE kind WHEN 'staff' THEN acting::uuid END;
	person record;
BEGIN
	SELECT full_name, email INTO person FROM profiles WHERE user_id = actor;
	IF TG_OP <> 'INSERT' AND current_setting('app.unlogged', true) = 'on' THEN RETURN NULL; END IF;
	IF TG_OP = 'UPDATE' THEN
		INSERT INTO activity (actor_kind, actor_id, actor_name, actor_email, record_table, record_id, record_label, action, changes)
			SELECT kind, actor, person.full_name, person.email, TG_TABLE_NAME, after.id, to_jsonb(after) ->> TG_ARGV[0], 'update', changed.fields
			FROM new_rows after
			JOIN old_rows before USING (id)
			CROSS JOIN LATERAL (
				SELECT coalesce(jsonb_object_agg(field.key, CASE
						WHEN field.key = ANY (only_named) THEN '{}'::jsonb
						ELSE jsonb_build_object('old', activity_value(former.value), 'new', activity_value(field.value))
					END), '{}') AS fields
				FROM jsonb_each(to_jsonb(after)) field
				JOIN jsonb_each(to_jsonb(before)) former USING (key)
				WHERE field.value <> former.value AND field.key <> ALL (left_out)
			) changed
			WHERE changed.fields <> '{}' OR TG_NARGS > 3;
	ELSIF TG_OP = 'INSERT' THEN
		INSERT INTO activity (actor_kind, actor_id, actor_name, actor_email, record_table, record_id, record_label, action, changes)
			SELECT kind, actor, person.full_name, person.email, TG_TABLE_NAME, id, to_jsonb(added) ->> TG_ARGV[0], 'insert', '{}'
			FROM new_rows added
			-- An account that is no admin's is no news.
			WHERE TG_TABLE_NAME <> 'profiles' OR to_jsonb(added) ->> 'role' = 'admin';
	ELSE
		INSERT INTO activity (actor_kind, actor_id, actor_name, actor_email, record_table, record_id, record_label, action, changes)
			SELECT kind, actor, person.full_name, person.email, TG_TABLE_NAME, id, to_jsonb(gone) ->> TG_ARGV[0], 'delete', '{}'
			FROM old_rows gone;
	END IF;
	RETURN NULL;
END
$$;
