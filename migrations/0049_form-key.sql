ALTER TABLE "job_applications" ADD COLUMN "form_key" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "form_key" text;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD COLUMN "form_key" text;--> statement-breakpoint
ALTER TABLE "quarantine" ADD COLUMN "form_key" text;--> statement-breakpoint
CREATE INDEX "job_applications_form_key" ON "job_applications" USING btree ("form_key");--> statement-breakpoint
CREATE INDEX "bookings_form_key" ON "bookings" USING btree ("form_key");--> statement-breakpoint
CREATE INDEX "contact_inquiries_form_key" ON "contact_inquiries" USING btree ("form_key");--> statement-breakpoint
CREATE INDEX "quarantine_form_key" ON "quarantine" USING btree ("form_key");
--> statement-breakpoint
CREATE OR REPLACE TRIGGER bookings_insert_activity AFTER INSERT ON bookings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,form_key,by_staff,calendar_start,calendar_sequence,calendar_due,call_start,call_end,chosen_by,guest_time_zone,cancelled_by,cancel_reason,guest_moves', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER bookings_update_activity AFTER UPDATE ON bookings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,form_key,by_staff,calendar_start,calendar_sequence,calendar_due,call_start,call_end,chosen_by,guest_time_zone,cancelled_by,cancel_reason,guest_moves', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER bookings_delete_activity AFTER DELETE ON bookings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,form_key,by_staff,calendar_start,calendar_sequence,calendar_due,call_start,call_end,chosen_by,guest_time_zone,cancelled_by,cancel_reason,guest_moves', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_inquiries_insert_activity AFTER INSERT ON contact_inquiries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,form_key,source', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_inquiries_update_activity AFTER UPDATE ON contact_inquiries REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,form_key,source', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_inquiries_delete_activity AFTER DELETE ON contact_inquiries REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,form_key,source', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER job_applications_insert_activity AFTER INSERT ON job_applications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('applicant_name', 'updated_at,form_key', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER job_applications_update_activity AFTER UPDATE ON job_applications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('applicant_name', 'updated_at,form_key', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER job_applications_delete_activity AFTER DELETE ON job_applications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('applicant_name', 'updated_at,form_key', '');
