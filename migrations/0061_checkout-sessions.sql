CREATE TABLE "checkout_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"url" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"dispute_ref" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checkout_sessions_state_known" CHECK ("checkout_sessions"."state" in ('open', 'processing', 'paid', 'expired'))
);
--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkout_sessions_of_invoice" ON "checkout_sessions" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "checkout_sessions_created" ON "checkout_sessions" USING btree ("created_at");