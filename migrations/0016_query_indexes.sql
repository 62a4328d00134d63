DROP INDEX "mails_record";--> statement-breakpoint
CREATE INDEX "blog_post_revisions_author" ON "blog_post_revisions" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "blog_posts_author" ON "blog_posts" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "profiles_admins" ON "profiles" USING btree ("id") WHERE "profiles"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "mails_reply_to" ON "mails" USING btree (lower("reply_to"));--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("queued_at") WHERE "mails"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "mails_with_content" ON "mails" USING btree ("queued_at") WHERE "mails"."content" is not null;--> statement-breakpoint
CREATE INDEX "mails_to_nobody" ON "mails" USING btree ("queued_at") WHERE "mails"."recipient" is null;--> statement-breakpoint
CREATE INDEX "quarantine_person" ON "quarantine" USING btree (lower("fields"->>'email'));--> statement-breakpoint
CREATE INDEX "quarantine_file" ON "quarantine" USING btree ("file");--> statement-breakpoint
CREATE INDEX "mails_record" ON "mails" USING btree ("record_id","record_table");