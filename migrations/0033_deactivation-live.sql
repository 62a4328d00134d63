-- The list of users says, besides what it said before, which accounts are deactivated.
DROP TRIGGER users_touch_profile ON users;
--> statement-breakpoint
CREATE TRIGGER users_touch_profile AFTER UPDATE ON users FOR EACH ROW
	WHEN (
		(OLD.confirmed_at IS NULL) <> (NEW.confirmed_at IS NULL)
		OR (OLD.password_hash IS NULL) <> (NEW.password_hash IS NULL)
		OR (OLD.deactivated_at IS NULL) <> (NEW.deactivated_at IS NULL)
	)
	EXECUTE FUNCTION touch_profile();
