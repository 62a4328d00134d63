UPDATE contact_inquiries SET source = 'staff' WHERE by_staff;
--> statement-breakpoint
-- A conversation goes with its record, whoever deletes that.
CREATE FUNCTION delete_threads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM threads USING old_rows WHERE threads.record_id = old_rows.id AND threads.record_table = TG_TABLE_NAME;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER bookings_delete_threads AFTER DELETE ON bookings REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION delete_threads();
--> statement-breakpoint
CREATE TRIGGER contact_inquiries_delete_threads AFTER DELETE ON contact_inquiries REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION delete_threads();
--> statement-breakpoint
CREATE TRIGGER job_applications_delete_threads AFTER DELETE ON job_applications REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION delete_threads();
--> statement-breakpoint
-- Whoever loses the role is assigned nothing. (Who loses the account: the foreign key.)
CREATE FUNCTION unassign_threads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE threads SET assignee_id = NULL WHERE assignee_id = NEW.user_id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER profiles_unassign_threads AFTER UPDATE OF role ON profiles FOR EACH ROW
	WHEN (OLD.role = 'admin' AND NEW.role <> 'admin') EXECUTE FUNCTION unassign_threads();
--> statement-breakpoint
-- The names of its files, among which search looks.
CREATE FUNCTION note_file_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE thread_messages SET file_names = coalesce((
			SELECT string_agg(name, ' ' ORDER BY position, id) FROM thread_attachments WHERE message_id = thread_messages.id
		), '')
		WHERE id IN (SELECT message_id FROM changed_rows WHERE message_id IS NOT NULL);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER thread_attachments_insert_names AFTER INSERT ON thread_attachments REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION note_file_names();
--> statement-breakpoint
CREATE TRIGGER thread_attachments_update_names AFTER UPDATE ON thread_attachments REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION note_file_names();
--> statement-breakpoint
CREATE TRIGGER thread_attachments_delete_names AFTER DELETE ON thread_attachments REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION note_file_names();
