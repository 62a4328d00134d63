-- What staff decide about a held-back form: 'delete', or 'release' where the transaction says so (quarantine.server.ts), and
-- of which kind the form was. Nothing of what it says, and no name.
CREATE FUNCTION record_quarantine_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	acting text := coalesce(current_setting('app.actor', true), '');
	actor uuid := nullif(acting, '')::uuid;
	person record;
BEGIN
	SELECT full_name, email INTO person FROM profiles WHERE user_id = actor;
	INSERT INTO activity (actor_kind, actor_id, actor_name, actor_email, record_table, record_id, record_label, action, changes)
		SELECT CASE acting WHEN '' THEN 'system' ELSE 'staff' END, actor, person.full_name, person.email,
			TG_TABLE_NAME, id, form, CASE current_setting('app.releasing', true) WHEN 'on' THEN 'release' ELSE 'delete' END, '{}'
		FROM old_rows;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER quarantine_delete_activity AFTER DELETE ON quarantine REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_quarantine_decision();
--> statement-breakpoint
-- Rows leave the log only in a transaction that says so: those that are older than RETENTION_ACTIVITY_DAYS (retention.server.ts).
DROP TRIGGER activity_kept ON activity;
--> statement-breakpoint
CREATE TRIGGER activity_kept BEFORE UPDATE ON activity FOR EACH ROW EXECUTE FUNCTION keep_activity();
--> statement-breakpoint
CREATE TRIGGER activity_not_deleted BEFORE DELETE ON activity FOR EACH ROW WHEN (coalesce(current_setting('app.forgetting', true), '') <> 'on') EXECUTE FUNCTION keep_activity();
