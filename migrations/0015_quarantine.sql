CREATE TABLE "quarantine" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form" text NOT NULL,
	"fields" jsonb NOT NULL,
	"reasons" jsonb NOT NULL,
	"file" text,
	"file_name" text,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	CONSTRAINT "quarantine_form_known" CHECK ("quarantine"."form" in ('contact', 'booking', 'application'))
);
--> statement-breakpoint
CREATE INDEX "quarantine_newest" ON "quarantine" USING btree ("received_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invoices_public_token_hash" ON "invoices" USING btree (encode(sha256("public_token"::bytea), 'hex'));