CREATE OR REPLACE TRIGGER contact_inquiries_insert_activity AFTER INSERT ON contact_inquiries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_inquiries_update_activity AFTER UPDATE ON contact_inquiries REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_inquiries_delete_activity AFTER DELETE ON contact_inquiries REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER profiles_insert_activity AFTER INSERT ON profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('email', 'email,full_name,updated_at', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER profiles_delete_activity AFTER DELETE ON profiles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('email', 'email,full_name,updated_at', '');
