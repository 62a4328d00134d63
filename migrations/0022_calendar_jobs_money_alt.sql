CREATE TABLE "job_old_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoice_items" ALTER COLUMN "unit_price" SET DATA TYPE numeric(17, 3);--> statement-breakpoint
ALTER TABLE "invoice_items" ALTER COLUMN "amount" SET DATA TYPE numeric(17, 3);--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "subtotal" SET DATA TYPE numeric(17, 3);--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "tax_amount" SET DATA TYPE numeric(17, 3);--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "total_amount" SET DATA TYPE numeric(17, 3);--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "calendar_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "invite" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "remote" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "locality" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "valid_through" date;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "salary_min" integer;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "salary_max" integer;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "salary_unit" text;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "featured_image_alt" text;--> statement-breakpoint
ALTER TABLE "job_old_slugs" ADD CONSTRAINT "job_old_slugs_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_old_slugs_job" ON "job_old_slugs" USING btree ("job_id");--> statement-breakpoint
-- The log leaves out when a mail leaves, as it does what the last one said.
DROP TRIGGER bookings_insert_activity ON bookings;
--> statement-breakpoint
CREATE TRIGGER bookings_insert_activity AFTER INSERT ON bookings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,calendar_start,calendar_sequence,calendar_due', '');
--> statement-breakpoint
DROP TRIGGER bookings_update_activity ON bookings;
--> statement-breakpoint
CREATE TRIGGER bookings_update_activity AFTER UPDATE ON bookings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,calendar_start,calendar_sequence,calendar_due', '');
--> statement-breakpoint
DROP TRIGGER bookings_delete_activity ON bookings;
--> statement-breakpoint
CREATE TRIGGER bookings_delete_activity AFTER DELETE ON bookings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,calendar_start,calendar_sequence,calendar_due', '');
