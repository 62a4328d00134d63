-- Two reservations that overlap in a lane are impossible, whatever the code has overlooked. Needs btree_gist, a trusted extension.
DO $$
BEGIN
	CREATE EXTENSION IF NOT EXISTS btree_gist;
EXCEPTION WHEN OTHERS THEN
	RAISE EXCEPTION 'This database refuses the extension btree_gist, without which two calls could be booked at the same time. Please have its administrator run: CREATE EXTENSION btree_gist. (%)', SQLERRM;
END
$$;
--> statement-breakpoint
ALTER TABLE call_reservations ADD CONSTRAINT call_reservations_no_overlap
	EXCLUDE USING gist (lane WITH =, tstzrange(busy_from, busy_to) WITH &&);
--> statement-breakpoint
CREATE INDEX bookings_call_range ON bookings USING gist (tstzrange(call_start, call_end)) WHERE call_end IS NOT NULL AND status <> 'closed';
--> statement-breakpoint
-- Every open block takes what is free of its time between two moments, in each of the firm's lanes.
CREATE FUNCTION fill_call_blocks(from_at timestamptz, to_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	lanes int := coalesce((SELECT calls_at_once FROM call_hours), 1);
	block record;
BEGIN
	FOR block IN
		SELECT id, call_start, call_end FROM bookings
		WHERE service_type = 'Blocked Time' AND status <> 'closed' AND call_end IS NOT NULL
			AND tstzrange(call_start, call_end) && tstzrange(from_at, to_at)
		ORDER BY created_at, id
	LOOP
		INSERT INTO call_reservations (booking_id, kind, lane, starts, ends, busy_from, busy_to)
			SELECT block.id, 'block', lane.number, lower(free.piece), upper(free.piece), lower(free.piece), upper(free.piece)
			FROM generate_series(1, lanes) AS lane(number)
			CROSS JOIN LATERAL (
				SELECT unnest(tstzmultirange(tstzrange(block.call_start, block.call_end)) - coalesce((
					SELECT range_agg(tstzrange(taken.busy_from, taken.busy_to)) FROM call_reservations taken
					WHERE taken.lane = lane.number
						AND tstzrange(taken.busy_from, taken.busy_to) && tstzrange(block.call_start, block.call_end)
				), '{}'::tstzmultirange)) AS piece
			) free;
	END LOOP;
END
$$;
--> statement-breakpoint
-- Time that is freed goes to the blocks around it, in the same transaction, whoever frees it.
CREATE FUNCTION refill_call_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	freed tstzrange := (SELECT tstzrange(min(busy_from), max(busy_to)) FROM old_rows);
BEGIN
	IF EXISTS (SELECT FROM old_rows) THEN PERFORM fill_call_blocks(lower(freed), upper(freed)); END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER call_reservations_delete_refill AFTER DELETE ON call_reservations REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION refill_call_blocks();
--> statement-breakpoint
CREATE TRIGGER call_reservations_update_refill AFTER UPDATE ON call_reservations REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION refill_call_blocks();
--> statement-breakpoint
-- Whoever deletes a booking frees its time, and so comes after those who take time.
CREATE FUNCTION lock_call_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM call_hours FOR UPDATE;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER bookings_delete_lock BEFORE DELETE ON bookings FOR EACH STATEMENT EXECUTE FUNCTION lock_call_hours();
--> statement-breakpoint
CREATE TRIGGER quarantine_delete_lock BEFORE DELETE ON quarantine FOR EACH STATEMENT EXECUTE FUNCTION lock_call_hours();
--> statement-breakpoint
-- For the pages that show free times: one notice a statement, however many rows.
CREATE FUNCTION notify_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('changes', json_build_object('table', 'call_reservations', 'operation', 'update', 'id', '')::text);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER call_reservations_calls AFTER INSERT OR UPDATE OR DELETE ON call_reservations
	FOR EACH STATEMENT EXECUTE FUNCTION notify_calls();
--> statement-breakpoint
-- Other open bookings in the time of one that the firm has no lane for: one of the two is a block, or one too many.
CREATE FUNCTION call_overlaps(own_id uuid, own_start timestamptz, own_end timestamptz, own_type text, own_status text)
RETURNS jsonb LANGUAGE sql STABLE AS $$
	WITH own AS (
		SELECT coalesce(r.busy_from, own_start) AS busy_from, coalesce(r.busy_to, own_end) AS busy_to,
			own_type = 'Blocked Time' OR coalesce(r.lane > coalesce((SELECT calls_at_once FROM call_hours), 1), false) AS extra
		FROM (SELECT 1) one LEFT JOIN call_reservations r ON r.booking_id = own_id AND r.kind = 'call'
	)
	SELECT coalesce(jsonb_agg(b.id ORDER BY b.call_start, b.id), '[]')
	FROM own, bookings b LEFT JOIN call_reservations r ON r.booking_id = b.id AND r.kind = 'call'
	WHERE own_end IS NOT NULL AND own_status <> 'closed' AND b.call_end IS NOT NULL AND b.status <> 'closed' AND b.id <> own_id
		AND tstzrange(b.call_start, b.call_end) && tstzrange(own_start - interval '8 hours', own_end + interval '8 hours')
		AND coalesce(r.busy_from, b.call_start) < own.busy_to AND coalesce(r.busy_to, b.call_end) > own.busy_from
		AND (own.extra OR b.service_type = 'Blocked Time'
			OR coalesce(r.lane > coalesce((SELECT calls_at_once FROM call_hours), 1), false))
$$;
--> statement-breakpoint
-- What a start of the program adds to old rows is no change of theirs: `app.untouched`.
CREATE OR REPLACE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(current_setting('app.untouched', true), '') <> 'on' THEN NEW.updated_at := clock_timestamp(); END IF;
	RETURN NEW;
END
$$;
