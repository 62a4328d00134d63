CREATE TABLE "busy_settings" (
	"id" uuid PRIMARY KEY DEFAULT 'ca11ca11-0000-4000-8000-000000000002' NOT NULL,
	"unread" text DEFAULT 'keep' NOT NULL,
	"domains" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "busy_settings_one" CHECK ("busy_settings"."id" = 'ca11ca11-0000-4000-8000-000000000002'),
	CONSTRAINT "busy_settings_unread" CHECK ("busy_settings"."unread" in ('keep', 'none'))
);
--> statement-breakpoint
CREATE TABLE "busy_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"key_id" text NOT NULL,
	"host" text NOT NULL,
	"last_four" text NOT NULL,
	"etag" text,
	"last_modified" text,
	"basis" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"events" integer NOT NULL,
	"unreadable" integer NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"failure" text,
	"unread_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "busy_times" (
	"source_id" uuid NOT NULL,
	"starts" timestamp (3) with time zone NOT NULL,
	"ends" timestamp (3) with time zone NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "busy_times_source_id_starts_ends_hash_pk" PRIMARY KEY("source_id","starts","ends","hash"),
	CONSTRAINT "busy_times_span" CHECK ("busy_times"."starts" < "busy_times"."ends")
);
--> statement-breakpoint
CREATE TABLE "call_takers" (
	"user_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "call_reservations" DROP CONSTRAINT "call_reservations_kind";--> statement-breakpoint
ALTER TABLE "busy_sources" ADD CONSTRAINT "busy_sources_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_source_id_busy_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."busy_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_takers" ADD CONSTRAINT "call_takers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "busy_sources_user" ON "busy_sources" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "busy_sources_checked" ON "busy_sources" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "busy_times_range" ON "busy_times" USING gist (tstzrange("starts", "ends"));--> statement-breakpoint
ALTER TABLE "call_reservations" ADD CONSTRAINT "call_reservations_kind" CHECK ("call_reservations"."kind" in ('call', 'block', 'hold', 'busy'));
--> statement-breakpoint
-- How many of the firm's lanes busy times take, as steps over time: the one place that says so (contracts: busy-times 4).
-- Of those who take calls beyond the lanes, that many may be busy before a lane is. A calendar that can't be read takes all
-- lanes, if the firm has chosen so.
CREATE FUNCTION call_busy_steps(from_at timestamptz, to_at timestamptz) RETURNS TABLE (step tstzrange, taken int)
LANGUAGE sql STABLE AS $$
	WITH firm AS (
		SELECT lanes, greatest(0, (SELECT count(*) FROM call_takers)::int - lanes) AS spare
		FROM (SELECT coalesce((SELECT calls_at_once FROM call_hours), 1) AS lanes) hours
	), taker_sources AS (
		SELECT source.* FROM busy_sources source JOIN call_takers USING (user_id)
	), person AS (
		SELECT range_agg(tstzrange(greatest(times.starts, from_at), least(times.ends, to_at))) AS busy
		FROM busy_times times JOIN taker_sources source ON source.id = times.source_id
		WHERE tstzrange(times.starts, times.ends) && tstzrange(from_at, to_at) GROUP BY source.user_id
	), pieces AS (
		SELECT unnest(busy) AS piece, 1 AS count FROM person
		UNION ALL
		SELECT tstzrange(greatest(failing_since, from_at), least(unread_until, to_at)), 1000 FROM taker_sources
		WHERE unread_until > greatest(failing_since, from_at) AND failing_since < to_at
			AND EXISTS (SELECT FROM busy_settings WHERE unread = 'none')
	), changes AS (
		SELECT lower(piece) AS at, count FROM pieces UNION ALL SELECT upper(piece), -count FROM pieces
	), sums AS (
		SELECT at, sum(sum(count)) OVER (ORDER BY at) AS busy, lead(at) OVER (ORDER BY at) AS next FROM changes GROUP BY at
	)
	SELECT tstzrange(at, next), least(lanes, busy - spare)::int FROM sums, firm WHERE next IS NOT NULL AND busy > spare
$$;
--> statement-breakpoint
-- What of these lanes isn't reserved yet and lies in a free one, the highest lane first, because guests get the lowest. As if
-- the reservation of one booking, and those that had ended by a moment, were not there.
CREATE FUNCTION call_busy_pieces(from_at timestamptz, to_at timestamptz, without uuid, ended_at timestamptz)
RETURNS TABLE (piece_lane int, piece tstzrange) LANGUAGE plpgsql STABLE AS $$
DECLARE
	lanes int := coalesce((SELECT calls_at_once FROM call_hours), 1);
	-- At which times one lane more is wanted, then two, and so on.
	levels tstzmultirange[] := array_fill('{}'::tstzmultirange, ARRAY[lanes + 1]);
	found record;
	held tstzmultirange;
	occupied tstzmultirange;
	placed tstzmultirange;
BEGIN
	FOR found IN SELECT taken, range_agg(step) AS steps FROM call_busy_steps(from_at, to_at) GROUP BY taken LOOP
		FOR level IN 1..found.taken LOOP levels[level] := levels[level] + found.steps; END LOOP;
	END LOOP;
	IF isempty(levels[1]) THEN RETURN; END IF;
	-- First what busy times have already, then what is free.
	FOR pass IN 1..2 LOOP
		FOR lane_number IN REVERSE lanes..1 LOOP
			SELECT coalesce(range_agg(tstzrange(r.busy_from, r.busy_to)) FILTER (WHERE r.kind = 'busy'), '{}'),
				coalesce(range_agg(tstzrange(r.busy_from, r.busy_to)), '{}') INTO held, occupied
			FROM call_reservations r
			WHERE r.lane = lane_number AND tstzrange(r.busy_from, r.busy_to) && tstzrange(from_at, to_at)
				AND (without IS NULL OR r.booking_id IS DISTINCT FROM without)
				AND (ended_at IS NULL OR r.expires_at IS NULL OR r.expires_at > ended_at);
			placed := CASE pass WHEN 1 THEN levels[1] * held ELSE levels[1] - occupied END;
			IF pass = 2 THEN
				piece_lane := lane_number;
				FOR piece IN SELECT unnest(placed) LOOP RETURN NEXT; END LOOP;
			END IF;
			FOR level IN 1..lanes LOOP levels[level] := (levels[level] - placed) + (levels[level + 1] * placed); END LOOP;
		END LOOP;
	END LOOP;
END
$$;
--> statement-breakpoint
CREATE FUNCTION fill_call_busy(from_at timestamptz, to_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM busy_sources) THEN RETURN; END IF;
	INSERT INTO call_reservations (kind, lane, starts, ends, busy_from, busy_to)
		SELECT 'busy', piece_lane, lower(piece), upper(piece), lower(piece), upper(piece)
		FROM call_busy_pieces(from_at, to_at, NULL, NULL);
END
$$;
--> statement-breakpoint
-- Brings the lanes that busy times take between two moments to what they are now.
CREATE FUNCTION sync_call_busy(from_at timestamptz, to_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM call_reservations WHERE kind = 'busy' AND tstzrange(busy_from, busy_to) && tstzrange(from_at, to_at);
	PERFORM fill_call_busy(from_at, to_at);
END
$$;
--> statement-breakpoint
-- Time that is freed goes to the blocks around it, then to busy times that wait for it.
CREATE OR REPLACE FUNCTION refill_call_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	freed tstzrange := (SELECT tstzrange(min(busy_from), max(busy_to)) FROM old_rows);
BEGIN
	IF EXISTS (SELECT FROM old_rows) THEN
		PERFORM fill_call_blocks(lower(freed), upper(freed));
		PERFORM fill_call_busy(lower(freed), upper(freed));
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION busy_times_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM changed_rows) THEN
		PERFORM sync_call_busy(min(starts), max(ends)) FROM changed_rows;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER busy_times_insert_sync AFTER INSERT ON busy_times REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION busy_times_changed();
--> statement-breakpoint
CREATE TRIGGER busy_times_delete_sync AFTER DELETE ON busy_times REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION busy_times_changed();
--> statement-breakpoint
CREATE FUNCTION sync_all_call_busy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM sync_call_busy('-infinity', 'infinity');
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER call_takers_sync AFTER INSERT OR DELETE ON call_takers
	FOR EACH STATEMENT EXECUTE FUNCTION sync_all_call_busy();
--> statement-breakpoint
CREATE TRIGGER busy_sources_sync AFTER UPDATE OF unread_until OR DELETE ON busy_sources
	FOR EACH STATEMENT EXECUTE FUNCTION sync_all_call_busy();
--> statement-breakpoint
CREATE TRIGGER busy_settings_sync AFTER UPDATE OF unread ON busy_settings
	FOR EACH STATEMENT EXECUTE FUNCTION sync_all_call_busy();
--> statement-breakpoint
-- What frees or takes time comes one after the other, as with bookings.
CREATE TRIGGER busy_sources_lock BEFORE UPDATE OF unread_until OR DELETE ON busy_sources
	FOR EACH STATEMENT EXECUTE FUNCTION lock_call_hours();
--> statement-breakpoint
CREATE TRIGGER busy_times_lock BEFORE INSERT OR DELETE ON busy_times FOR EACH STATEMENT EXECUTE FUNCTION lock_call_hours();
--> statement-breakpoint
CREATE TRIGGER call_takers_lock BEFORE INSERT OR DELETE ON call_takers FOR EACH STATEMENT EXECUTE FUNCTION lock_call_hours();
--> statement-breakpoint
-- Names of those who are busy between two moments in which more calls run than their calendars leave room for.
CREATE FUNCTION call_busy_names(from_at timestamptz, to_at timestamptz) RETURNS text[] LANGUAGE sql STABLE AS $$
	SELECT coalesce(array_agg(DISTINCT coalesce(nullif(profile.full_name, ''), account.email)), '{}')
	FROM call_busy_steps(from_at, to_at), busy_times times
		JOIN busy_sources source ON source.id = times.source_id
		JOIN call_takers USING (user_id)
		JOIN users account ON account.id = source.user_id
		LEFT JOIN profiles profile ON profile.user_id = source.user_id
	WHERE tstzrange(times.starts, times.ends) && step
		AND taken + (
			SELECT count(DISTINCT r.lane) FROM call_reservations r
			WHERE r.kind IN ('call', 'hold') AND tstzrange(r.starts, r.ends) && step
		) > coalesce((SELECT calls_at_once FROM call_hours), 1)
$$;
