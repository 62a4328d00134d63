CREATE TABLE "deletions" (
	"table_name" text NOT NULL,
	"row_id" uuid NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "deletions_table_name_deleted_at_index" ON "deletions" USING btree ("table_name","deleted_at");
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('changes', json_build_object(
		'table', TG_TABLE_NAME,
		'operation', lower(TG_OP),
		'id', coalesce(NEW.id, OLD.id)
	)::text);
	IF TG_OP = 'DELETE' THEN
		INSERT INTO deletions (table_name, row_id) VALUES (TG_TABLE_NAME, OLD.id);
	END IF;
	RETURN NULL;
END
$$;
