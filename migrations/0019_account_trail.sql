ALTER TABLE "one_time_tokens" DROP CONSTRAINT "one_time_tokens_token_hash_unique";--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP CONSTRAINT "one_time_tokens_user_id_type_pk";--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD PRIMARY KEY ("token_hash");--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "address" text DEFAULT nullif(current_setting('app.address', true), '');--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "device" text DEFAULT nullif(current_setting('app.device', true), '');--> statement-breakpoint
ALTER TABLE "mail_throttle" ADD COLUMN "earlier" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "activity_with_address" ON "activity" USING btree ("at") WHERE "activity"."address" is not null;--> statement-breakpoint
CREATE INDEX "mail_throttle_sent" ON "mail_throttle" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "one_time_tokens" USING btree ("user_id","type");--> statement-breakpoint
CREATE INDEX "users_confirmation_sent" ON "users" USING btree ("confirmation_sent_at");--> statement-breakpoint
CREATE INDEX "users_recovery_sent" ON "users" USING btree ("recovery_sent_at");