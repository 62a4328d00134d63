CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "invitations_role_known" CHECK ("invitations"."role" in ('user', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("email") WHERE "invitations"."accepted_at" is null and "invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_inviter" ON "invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "users_unconfirmed" ON "users" USING btree ("created_at") WHERE "users"."confirmed_at" is null;
--> statement-breakpoint
-- Nobody is an admin whose address is not confirmed. Whoever was promoted without that has to be promoted again.
UPDATE profiles SET role = 'user' FROM users WHERE users.id = profiles.user_id AND users.confirmed_at IS NULL AND profiles.role <> 'user';
--> statement-breakpoint
-- Notes the changes of a statement in the log, in the same transaction. Arguments: the column that names the record, columns
-- to leave out, columns of which only the name is kept, and 'always' when an update that changes no column is one too
-- (an invoice's items lie in a table of their own). `app.actor` is set by platform/actor.server.ts.
CREATE OR REPLACE FUNCTION record_activity() RETURNS trigger LANGUAGE plpgsql AS $$
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
			WHERE TG_TABLE_NAME <> 'profiles' OR to_jsonb(added) ->> 'role' = 'admin';
	-- Nor is its end, if nobody ever confirmed it (platform/actor.server.ts).
	ELSIF current_setting('app.unlogged', true) IS DISTINCT FROM 'on' THEN
		INSERT INTO activity (actor_kind, actor_id, actor_name, actor_email, record_table, record_id, record_label, action, changes)
			SELECT kind, actor, person.full_name, person.email, TG_TABLE_NAME, id, to_jsonb(gone) ->> TG_ARGV[0], 'delete', '{}'
			FROM old_rows gone;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER invitations_insert_activity AFTER INSERT ON invitations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('email', 'sent_at,expires_at,invited_by', 'token_hash');
--> statement-breakpoint
CREATE TRIGGER invitations_update_activity AFTER UPDATE ON invitations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('email', 'sent_at,expires_at,invited_by', 'token_hash');
