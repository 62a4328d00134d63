CREATE TABLE "canned_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_mailboxes" (
	"mailbox" text PRIMARY KEY NOT NULL,
	"uid_validity" bigint NOT NULL,
	"last_uid" bigint NOT NULL,
	"looked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"source" text NOT NULL,
	"key" text NOT NULL,
	"message_id" text,
	"mailbox" text,
	"uid_validity" bigint,
	"uid" bigint,
	"at" timestamp (3) with time zone NOT NULL,
	"from_name" text,
	"from_address" text,
	"subject" text,
	"outcome" text NOT NULL,
	"reason" text,
	"size" integer NOT NULL,
	"file" text,
	"record_table" text,
	"record_id" uuid,
	"thread_message_id" uuid,
	"mail_id" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbound_mails_key_unique" UNIQUE("key"),
	CONSTRAINT "inbound_mails_outcome_known" CHECK ("inbound_mails"."outcome" in ('thread', 'new', 'held', 'bounce', 'ignored'))
);
--> statement-breakpoint
CREATE TABLE "thread_attachments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"thread_id" uuid NOT NULL,
	"message_id" uuid,
	"draft_id" uuid,
	"owner_id" uuid,
	"file" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"inline" boolean DEFAULT false NOT NULL,
	"content_id" text,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_drafts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"thread_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"subject" text NOT NULL,
	"recipient" text,
	"cc" text[] DEFAULT '{}' NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_message_ids" (
	"message_id" text PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"mail_id" uuid
);
--> statement-breakpoint
CREATE TABLE "thread_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"thread_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"from_name" text,
	"from_address" text,
	"reply_to_addresses" text[] DEFAULT '{}' NOT NULL,
	"to_addresses" text[] DEFAULT '{}' NOT NULL,
	"cc_addresses" text[] DEFAULT '{}' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"quoted" text DEFAULT '' NOT NULL,
	"html" text,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"author_id" uuid,
	"message_id" text,
	"reference_ids" text[] DEFAULT '{}' NOT NULL,
	"calendar" jsonb,
	"mail_id" uuid,
	"inbound_id" uuid,
	"key" uuid,
	"changes" jsonb,
	"file_names" text DEFAULT '' NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (strip(to_tsvector('simple'::regconfig, translate("subject" || ' ' || "text" || ' ' || "file_names", '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                ')))) STORED,
	CONSTRAINT "thread_messages_key_unique" UNIQUE("key"),
	CONSTRAINT "thread_messages_kind_known" CHECK ("thread_messages"."kind" in ('reply', 'received'))
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"record_table" text NOT NULL,
	"record_id" uuid NOT NULL,
	"token" text NOT NULL,
	"assignee_id" uuid,
	"seen_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone,
	"last_message_at" timestamp (3) with time zone,
	"related_table" text,
	"related_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD COLUMN "source" text DEFAULT 'form' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "send_after" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "bounced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "signature" text;--> statement-breakpoint
ALTER TABLE "thread_attachments" ADD CONSTRAINT "thread_attachments_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_attachments" ADD CONSTRAINT "thread_attachments_message_id_thread_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."thread_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_attachments" ADD CONSTRAINT "thread_attachments_draft_id_thread_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."thread_drafts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_attachments" ADD CONSTRAINT "thread_attachments_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_drafts" ADD CONSTRAINT "thread_drafts_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_drafts" ADD CONSTRAINT "thread_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_message_ids" ADD CONSTRAINT "thread_message_ids_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_message_ids" ADD CONSTRAINT "thread_message_ids_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "thread_messages_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "thread_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "thread_messages_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "thread_messages_inbound_id_inbound_mails_id_fk" FOREIGN KEY ("inbound_id") REFERENCES "public"."inbound_mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_mails_uid" ON "inbound_mails" USING btree ("mailbox","uid_validity","uid");--> statement-breakpoint
CREATE INDEX "inbound_mails_newest" ON "inbound_mails" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inbound_mails_updated" ON "inbound_mails" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "inbound_mails_sender" ON "inbound_mails" USING btree (lower("from_address"));--> statement-breakpoint
CREATE INDEX "inbound_mails_message_id" ON "inbound_mails" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "inbound_mails_record" ON "inbound_mails" USING btree ("record_id","record_table");--> statement-breakpoint
CREATE INDEX "inbound_mails_ignored" ON "inbound_mails" USING btree ("at") WHERE "inbound_mails"."outcome" = 'ignored';--> statement-breakpoint
CREATE INDEX "inbound_mails_with_file" ON "inbound_mails" USING btree ("file") WHERE "inbound_mails"."file" is not null;--> statement-breakpoint
CREATE INDEX "thread_attachments_thread" ON "thread_attachments" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "thread_attachments_message" ON "thread_attachments" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "thread_attachments_draft" ON "thread_attachments" USING btree ("draft_id");--> statement-breakpoint
CREATE INDEX "thread_attachments_owner" ON "thread_attachments" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "thread_attachments_file" ON "thread_attachments" USING btree ("file");--> statement-breakpoint
CREATE INDEX "thread_attachments_unused" ON "thread_attachments" USING btree ("created_at") WHERE "thread_attachments"."message_id" is null and "thread_attachments"."draft_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "thread_drafts_one" ON "thread_drafts" USING btree ("thread_id","user_id");--> statement-breakpoint
CREATE INDEX "thread_drafts_user" ON "thread_drafts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "thread_message_ids_thread" ON "thread_message_ids" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "thread_message_ids_mail" ON "thread_message_ids" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "thread_messages_thread" ON "thread_messages" USING btree ("thread_id","at","id");--> statement-breakpoint
CREATE INDEX "thread_messages_author" ON "thread_messages" USING btree ("author_id","at");--> statement-breakpoint
CREATE INDEX "thread_messages_mail" ON "thread_messages" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "thread_messages_inbound" ON "thread_messages" USING btree ("inbound_id");--> statement-breakpoint
CREATE INDEX "thread_messages_message_id" ON "thread_messages" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "thread_messages_sender" ON "thread_messages" USING btree (lower("from_address"));--> statement-breakpoint
CREATE INDEX "thread_messages_search" ON "thread_messages" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "threads_record" ON "threads" USING btree ("record_id","record_table");--> statement-breakpoint
CREATE UNIQUE INDEX "threads_token" ON "threads" USING btree ("token");--> statement-breakpoint
CREATE INDEX "threads_assignee" ON "threads" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "threads_newest" ON "threads" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "threads_updated" ON "threads" USING btree ("updated_at");
--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_inquiries_insert_activity AFTER INSERT ON contact_inquiries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,source', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_inquiries_update_activity AFTER UPDATE ON contact_inquiries REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,source', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_inquiries_delete_activity AFTER DELETE ON contact_inquiries REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,source', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER profiles_insert_activity AFTER INSERT ON profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('email', 'email,full_name,signature,updated_at', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER profiles_update_activity AFTER UPDATE ON profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('email', 'email,full_name,signature,updated_at', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER profiles_delete_activity AFTER DELETE ON profiles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('email', 'email,full_name,signature,updated_at', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER threads_notify AFTER INSERT OR UPDATE OR DELETE ON threads FOR EACH ROW EXECUTE FUNCTION notify_change();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER threads_touch BEFORE UPDATE ON threads FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER thread_messages_notify AFTER INSERT OR UPDATE OR DELETE ON thread_messages FOR EACH ROW EXECUTE FUNCTION notify_change();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER inbound_mails_notify AFTER INSERT OR UPDATE OR DELETE ON inbound_mails FOR EACH ROW EXECUTE FUNCTION notify_change();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER inbound_mails_touch BEFORE UPDATE ON inbound_mails FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER canned_replies_insert_activity AFTER INSERT ON canned_replies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at', 'text');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER canned_replies_update_activity AFTER UPDATE ON canned_replies REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at', 'text');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER canned_replies_delete_activity AFTER DELETE ON canned_replies REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at', 'text');
