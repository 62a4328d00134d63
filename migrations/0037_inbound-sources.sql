CREATE TABLE "inbound_sources" (
	"source" text PRIMARY KEY NOT NULL,
	"holder" uuid,
	"held_until" timestamp (3) with time zone,
	"connected" boolean DEFAULT false NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"last_error" text,
	"failing_since" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "quarantine" DROP CONSTRAINT "quarantine_form_known";--> statement-breakpoint
CREATE INDEX "inbound_mails_thread_message" ON "inbound_mails" USING btree ("thread_message_id");--> statement-breakpoint
CREATE INDEX "inbound_mails_mail" ON "inbound_mails" USING btree ("mail_id");--> statement-breakpoint
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_form_known" CHECK ("quarantine"."form" in ('contact', 'booking', 'application', 'email'));