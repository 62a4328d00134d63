CREATE TABLE "editing_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"record_id" uuid,
	"version" text,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "editing_sessions_saved" ON "editing_sessions" USING btree ("saved_at");