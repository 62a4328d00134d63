ALTER TABLE "quarantine" ADD COLUMN "announced_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "mails_held" ON "mails" USING btree ("queued_at") WHERE "mails"."kind" = 'held';--> statement-breakpoint
CREATE INDEX "quarantine_unannounced" ON "quarantine" USING btree ("received_at") WHERE "quarantine"."announced_at" is null;