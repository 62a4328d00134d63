-- A value as the log keeps it: long texts are cut, long lists left out.
CREATE FUNCTION activity_value(value jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE
		WHEN jsonb_typeof(value) = 'string' AND length(value #>> '{}') > 200 THEN to_jsonb(left(value #>> '{}', 200) || '…')
		WHEN length(value::text) > 1000 THEN to_jsonb('…'::text)
		ELSE coalesce(value, 'null'::jsonb)
	END
$$;
--> statement-breakpoint
-- Notes the changes of a statement in the log, in the same transaction. Arguments: the column that names the record, columns
-- to leave out, columns of which only the name is kept, and 'always' when an update that changes no column is one too
-- (an invoice's items lie in a table of their own). `app.actor` is set by platform/actor.server.ts.
CREATE FUNCTION record_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	acting text := coalesce(current_setting('app.actor', true), '');
	left_out text[] := string_to_array(TG_ARGV[1], ',');
	only_named text[] := string_to_array(TG_ARGV[2], ',');
	kind text := CASE acting WHEN '' THEN 'system' WHEN 'visitor' THEN 'visitor' ELSE 'staff' END;
	actor uuid := CASE kind WHEN 'staff' THEN acting::uuid END;
	person record;
BEGIN
	SELECT full_name, email INTO person FROM profiles WHERE user_id = actor;
	IF TG_OP = 'UPDATE' THEN
		INSERT INTO activity (actor_kind, actor_id, actor_name, actor_email, record_table, record_id, record_label, action, changes)
			SELECT kind, actor, person.full_name, person.email, TG_TABLE_NAME, after.id, to_jsonb(after) ->> TG_ARGV[0], 'update', changed.fields
			FROM new_rows after
			JOIN old_rows before USING (id)
			CROSS JOIN LATERAL (
				SELECT coalesce(jsonb_object_agg(field.key, CASE
						WHEN field.key = ANY (only_named) THEN '{}'::jsonb
						ELSE jsonb_build_object('old', activity_value(former.value), 'new', activity_value(field.value))
					END), '{}') AS fields
				FROM jsonb_each(to_jsonb(after)) field
				JOIN jsonb_each(to_jsonb(before)) former USING (key)
				WHERE field.value <> former.value AND field.key <> ALL (left_out)
			) changed
			WHERE changed.fields <> '{}' OR TG_NARGS > 3;
	ELSIF TG_OP = 'INSERT' THEN
		INSERT INTO activity (actor_kind, actor_id, actor_name, actor_email, record_table, record_id, record_label, action, changes)
			SELECT kind, actor, person.full_name, person.email, TG_TABLE_NAME, id, to_jsonb(added) ->> TG_ARGV[0], 'insert', '{}'
			FROM new_rows added
			-- An account that is no admin's is no news.
			WHERE coalesce(to_jsonb(added) ->> 'role', 'admin') = 'admin';
	ELSE
		INSERT INTO activity (actor_kind, actor_id, actor_name, actor_email, record_table, record_id, record_label, action, changes)
			SELECT kind, actor, person.full_name, person.email, TG_TABLE_NAME, id, to_jsonb(gone) ->> TG_ARGV[0], 'delete', '{}'
			FROM old_rows gone;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER bookings_insert_activity AFTER INSERT ON bookings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,calendar_start,calendar_sequence', '');
--> statement-breakpoint
CREATE TRIGGER bookings_update_activity AFTER UPDATE ON bookings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,calendar_start,calendar_sequence', '');
--> statement-breakpoint
CREATE TRIGGER bookings_delete_activity AFTER DELETE ON bookings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,calendar_start,calendar_sequence', '');
--> statement-breakpoint
CREATE TRIGGER contact_inquiries_insert_activity AFTER INSERT ON contact_inquiries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,calendar_start,calendar_sequence', '');
--> statement-breakpoint
CREATE TRIGGER contact_inquiries_update_activity AFTER UPDATE ON contact_inquiries REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,calendar_start,calendar_sequence', '');
--> statement-breakpoint
CREATE TRIGGER contact_inquiries_delete_activity AFTER DELETE ON contact_inquiries REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,calendar_start,calendar_sequence', '');
--> statement-breakpoint
CREATE TRIGGER job_applications_insert_activity AFTER INSERT ON job_applications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('applicant_name', 'updated_at', '');
--> statement-breakpoint
CREATE TRIGGER job_applications_update_activity AFTER UPDATE ON job_applications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('applicant_name', 'updated_at', '');
--> statement-breakpoint
CREATE TRIGGER job_applications_delete_activity AFTER DELETE ON job_applications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('applicant_name', 'updated_at', '');
--> statement-breakpoint
CREATE TRIGGER jobs_insert_activity AFTER INSERT ON jobs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at', '');
--> statement-breakpoint
CREATE TRIGGER jobs_update_activity AFTER UPDATE ON jobs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at', '');
--> statement-breakpoint
CREATE TRIGGER jobs_delete_activity AFTER DELETE ON jobs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at', '');
--> statement-breakpoint
CREATE TRIGGER blog_posts_insert_activity AFTER INSERT ON blog_posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at,content_text', 'content');
--> statement-breakpoint
CREATE TRIGGER blog_posts_update_activity AFTER UPDATE ON blog_posts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at,content_text', 'content');
--> statement-breakpoint
CREATE TRIGGER blog_posts_delete_activity AFTER DELETE ON blog_posts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('title', 'updated_at,content_text', 'content');
--> statement-breakpoint
CREATE TRIGGER invoices_insert_activity AFTER INSERT ON invoices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('invoice_number', 'updated_at,overdue_for,public_expires_at', 'public_token', 'always');
--> statement-breakpoint
CREATE TRIGGER invoices_update_activity AFTER UPDATE ON invoices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('invoice_number', 'updated_at,overdue_for,public_expires_at', 'public_token', 'always');
--> statement-breakpoint
CREATE TRIGGER invoices_delete_activity AFTER DELETE ON invoices REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('invoice_number', 'updated_at,overdue_for,public_expires_at', 'public_token', 'always');
--> statement-breakpoint
CREATE TRIGGER profiles_insert_activity AFTER INSERT ON profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('email', 'email,full_name', '');
--> statement-breakpoint
CREATE TRIGGER profiles_update_activity AFTER UPDATE ON profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('email', 'email,full_name', '');
--> statement-breakpoint
CREATE TRIGGER profiles_delete_activity AFTER DELETE ON profiles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('email', 'email,full_name', '');
--> statement-breakpoint
-- The log only grows. Erasing a person's data is the one change: it blanks values and removes no row (activity.server.ts).
CREATE FUNCTION keep_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND current_setting('app.erasing', true) = 'on' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'the activity log cannot be changed' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER activity_kept BEFORE UPDATE OR DELETE ON activity FOR EACH ROW EXECUTE FUNCTION keep_activity();
--> statement-breakpoint
CREATE TRIGGER activity_not_emptied BEFORE TRUNCATE ON activity FOR EACH STATEMENT EXECUTE FUNCTION keep_activity();
--> statement-breakpoint
-- The first status other than 'new' answers, whoever sets it and however. Its name makes it run after `touch`: the moment is
-- that of the change, by which an undo finds the answer that it takes back.
CREATE FUNCTION note_first_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.status = 'new' AND NEW.status <> 'new' AND OLD.first_answered_at IS NULL THEN
		NEW.first_answered_at := NEW.updated_at;
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER bookings_touch_answer BEFORE UPDATE ON bookings FOR EACH ROW EXECUTE FUNCTION note_first_answer();
--> statement-breakpoint
CREATE TRIGGER contact_inquiries_touch_answer BEFORE UPDATE ON contact_inquiries FOR EACH ROW EXECUTE FUNCTION note_first_answer();
