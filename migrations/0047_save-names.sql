CREATE TABLE "post_drafts" (
	"post_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"writer" uuid NOT NULL,
	"n" integer NOT NULL,
	"draft" jsonb,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "post_drafts_post_id_author_id_pk" PRIMARY KEY("post_id","author_id")
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "save_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "save_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "save_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "thread_drafts" ADD COLUMN "writer" uuid;--> statement-breakpoint
ALTER TABLE "thread_drafts" ADD COLUMN "n" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "post_drafts" ADD CONSTRAINT "post_drafts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_drafts_author" ON "post_drafts" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "post_drafts_updated" ON "post_drafts" USING btree ("updated_at");
--> statement-breakpoint
CREATE OR REPLACE TRIGGER jobs_insert_activity AFTER INSERT ON jobs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at,version,save_ids', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER jobs_update_activity AFTER UPDATE ON jobs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at,version,save_ids', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER jobs_delete_activity AFTER DELETE ON jobs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at,version,save_ids', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoices_insert_activity AFTER INSERT ON invoices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('invoice_number', 'updated_at,version,save_ids,overdue_for,public_expires_at,public_seed,reminded_at', 'public_token_hash', 'always');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoices_update_activity AFTER UPDATE ON invoices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('invoice_number', 'updated_at,version,save_ids,overdue_for,public_expires_at,public_seed,reminded_at', 'public_token_hash', 'always');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoices_delete_activity AFTER DELETE ON invoices REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('invoice_number', 'updated_at,version,save_ids,overdue_for,public_expires_at,public_seed,reminded_at', 'public_token_hash', 'always');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER blog_posts_insert_activity AFTER INSERT ON blog_posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at,content_text,version,save_ids', 'content');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER blog_posts_update_activity AFTER UPDATE ON blog_posts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at,content_text,version,save_ids', 'content');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER blog_posts_delete_activity AFTER DELETE ON blog_posts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at,content_text,version,save_ids', 'content');
