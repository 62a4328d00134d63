-- Tells every process of a session that has ended or lost its level, so that its live stream closes at once. Not
-- notify_change(): a use or a refresh of a session is news to nobody.
CREATE FUNCTION notify_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('changes', json_build_object('table', 'sessions', 'operation', lower(TG_OP), 'id', OLD.id)::text);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER sessions_end AFTER DELETE OR UPDATE OF aal ON sessions FOR EACH ROW EXECUTE FUNCTION notify_session_end();
