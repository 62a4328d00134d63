ALTER TABLE "profiles" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_open" ON "jobs" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "jobs"."is_active";--> statement-breakpoint
CREATE INDEX "jobs_updated" ON "jobs" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "profiles_updated" ON "profiles" USING btree ("updated_at");--> statement-breakpoint
CREATE TRIGGER profiles_notify AFTER INSERT OR UPDATE OR DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION notify_change();
--> statement-breakpoint
CREATE TRIGGER profiles_touch BEFORE UPDATE ON profiles FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
--> statement-breakpoint
-- The list of users says who has confirmed the address and who has a password, which the account knows.
CREATE FUNCTION touch_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE profiles SET updated_at = clock_timestamp() WHERE user_id = NEW.id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_touch_profile AFTER UPDATE ON users FOR EACH ROW
	WHEN ((OLD.confirmed_at IS NULL) <> (NEW.confirmed_at IS NULL) OR (OLD.password_hash IS NULL) <> (NEW.password_hash IS NULL))
	EXECUTE FUNCTION touch_profile();
--> statement-breakpoint
-- The log leaves the time of a change out, as it does for other records.
DROP TRIGGER profiles_update_activity ON profiles;
--> statement-breakpoint
CREATE TRIGGER profiles_update_activity AFTER UPDATE ON profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('email', 'email,full_name,updated_at', '');
