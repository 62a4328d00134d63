CREATE TABLE "retainer_occurrences" (
	"retainer_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"day" date NOT NULL,
	"skipped" boolean DEFAULT false NOT NULL,
	"invoice_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retainer_occurrences_retainer_id_n_pk" PRIMARY KEY("retainer_id","n")
);
--> statement-breakpoint
CREATE TABLE "retainers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"client_name" text NOT NULL,
	"client_email" text NOT NULL,
	"client_company" text,
	"client_address" text,
	"client_phone" text,
	"currency" text NOT NULL,
	"tax_rate" numeric(6, 3) NOT NULL,
	"items" jsonb NOT NULL,
	"notes" text,
	"terms" text,
	"due_in_days" integer NOT NULL,
	"frequency" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"delivery" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"next_n" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"save_ids" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retainers_state_known" CHECK ("retainers"."state" in ('active', 'paused', 'ended')),
	CONSTRAINT "retainers_frequency_known" CHECK ("retainers"."frequency" in ('monthly', 'quarterly', 'yearly')),
	CONSTRAINT "retainers_delivery_known" CHECK ("retainers"."delivery" in ('draft', 'send'))
);
--> statement-breakpoint
ALTER TABLE "retainer_occurrences" ADD CONSTRAINT "retainer_occurrences_retainer_id_retainers_id_fk" FOREIGN KEY ("retainer_id") REFERENCES "public"."retainers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retainer_occurrences" ADD CONSTRAINT "retainer_occurrences_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retainer_occurrences_invoice" ON "retainer_occurrences" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "retainers_newest" ON "retainers" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "retainers_updated" ON "retainers" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "retainers_person" ON "retainers" USING btree (lower("client_email"));
--> statement-breakpoint
CREATE OR REPLACE TRIGGER retainers_notify AFTER INSERT OR UPDATE OR DELETE ON retainers FOR EACH ROW EXECUTE FUNCTION notify_change();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER retainers_touch BEFORE UPDATE ON retainers FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER retainers_insert_activity AFTER INSERT ON retainers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,version,save_ids,next_n', 'items');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER retainers_update_activity AFTER UPDATE ON retainers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,version,save_ids,next_n', 'items');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER retainers_delete_activity AFTER DELETE ON retainers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,version,save_ids,next_n', 'items');
