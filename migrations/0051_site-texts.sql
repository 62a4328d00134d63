CREATE TABLE "site_drafts" (
	"page" text PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_page_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"page" text NOT NULL,
	"number" integer NOT NULL,
	"values" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"author_id" uuid,
	CONSTRAINT "site_page_versions_number" UNIQUE("page","number")
);
--> statement-breakpoint
CREATE TABLE "site_pages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"page" text NOT NULL,
	"published" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_pages_page_unique" UNIQUE("page")
);
--> statement-breakpoint
-- What the site has promised until now. As a default, because an update would be news to every screen and to the log.
ALTER TABLE "bookings" ADD COLUMN "promised_minutes" integer DEFAULT 5;--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "promised_minutes" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD COLUMN "promised_hours" integer DEFAULT 24;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ALTER COLUMN "promised_hours" DROP DEFAULT;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER site_pages_notify AFTER INSERT OR UPDATE OR DELETE ON site_pages FOR EACH ROW EXECUTE FUNCTION notify_change();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER site_pages_insert_activity AFTER INSERT ON site_pages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('id', 'updated_at,updated_by', 'published');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER site_pages_update_activity AFTER UPDATE ON site_pages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('id', 'updated_at,updated_by', 'published');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER site_pages_delete_activity AFTER DELETE ON site_pages REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('id', 'updated_at,updated_by', 'published');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER bookings_insert_activity AFTER INSERT ON bookings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,form_key,promised_minutes,by_staff,calendar_start,calendar_sequence,calendar_due,call_start,call_end,chosen_by,guest_time_zone,cancelled_by,cancel_reason,guest_moves', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER bookings_update_activity AFTER UPDATE ON bookings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,form_key,promised_minutes,by_staff,calendar_start,calendar_sequence,calendar_due,call_start,call_end,chosen_by,guest_time_zone,cancelled_by,cancel_reason,guest_moves', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER bookings_delete_activity AFTER DELETE ON bookings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,form_key,promised_minutes,by_staff,calendar_start,calendar_sequence,calendar_due,call_start,call_end,chosen_by,guest_time_zone,cancelled_by,cancel_reason,guest_moves', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_inquiries_insert_activity AFTER INSERT ON contact_inquiries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,form_key,source,promised_hours', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_inquiries_update_activity AFTER UPDATE ON contact_inquiries REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,form_key,source,promised_hours', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_inquiries_delete_activity AFTER DELETE ON contact_inquiries REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,form_key,source,promised_hours', '');
