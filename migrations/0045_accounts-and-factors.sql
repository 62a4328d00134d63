CREATE TABLE "factor_additions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"factor_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "recovery_code_sets" ADD COLUMN "own_failures" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "factor_additions" ADD CONSTRAINT "factor_additions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "factor_additions_user" ON "factor_additions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "factor_additions_added" ON "factor_additions" USING btree ("added_at");--> statement-breakpoint
-- The list of users shows who has a second step, and is live: a factor that begins or ceases to count dates the profile.
CREATE FUNCTION touch_profile_of_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (coalesce(OLD.status, '') = 'verified') <> (coalesce(NEW.status, '') = 'verified') THEN
		UPDATE profiles SET updated_at = clock_timestamp() WHERE user_id = coalesce(NEW.user_id, OLD.user_id);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER factors_touch_profile AFTER INSERT OR DELETE OR UPDATE OF status ON factors FOR EACH ROW EXECUTE FUNCTION touch_profile_of_factor();
--> statement-breakpoint
CREATE TRIGGER passkeys_touch_profile AFTER INSERT OR DELETE OR UPDATE OF status ON passkeys FOR EACH ROW EXECUTE FUNCTION touch_profile_of_factor();
