-- Tells every listening server process of a changed row; AFTER triggers of any table with an id may use it.
CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('changes', json_build_object(
		'table', TG_TABLE_NAME,
		'operation', lower(TG_OP),
		'id', coalesce(NEW.id, OLD.id)
	)::text);
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- Screens ask for what has changed since they last looked, so no write may forget the time.
-- clock_timestamp, not now: a long transaction must not carry the time of its beginning.
CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.updated_at := clock_timestamp();
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER bookings_notify AFTER INSERT OR UPDATE OR DELETE ON bookings FOR EACH ROW EXECUTE FUNCTION notify_change();
--> statement-breakpoint
CREATE TRIGGER bookings_touch BEFORE UPDATE ON bookings FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
--> statement-breakpoint
CREATE TRIGGER contact_inquiries_notify AFTER INSERT OR UPDATE OR DELETE ON contact_inquiries FOR EACH ROW EXECUTE FUNCTION notify_change();
--> statement-breakpoint
CREATE TRIGGER contact_inquiries_touch BEFORE UPDATE ON contact_inquiries FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
