CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "call_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"booking_id" uuid NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "call_reminders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid NOT NULL,
	"starts" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"result" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "call_hours" (
	"id" uuid PRIMARY KEY DEFAULT 'ca11ca11-0000-4000-8000-000000000001' NOT NULL,
	"offered" boolean DEFAULT true NOT NULL,
	"weekly" jsonb NOT NULL,
	"dates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"length_minutes" integer DEFAULT 45 NOT NULL,
	"grid_minutes" integer DEFAULT 30 NOT NULL,
	"buffer_before_minutes" integer DEFAULT 0 NOT NULL,
	"buffer_after_minutes" integer DEFAULT 15 NOT NULL,
	"notice_minutes" integer DEFAULT 120 NOT NULL,
	"change_notice_minutes" integer DEFAULT 60 NOT NULL,
	"horizon_days" integer DEFAULT 60 NOT NULL,
	"calls_at_once" integer DEFAULT 1 NOT NULL,
	"confirm_by_mail" boolean DEFAULT false NOT NULL,
	CONSTRAINT "call_hours_one" CHECK ("call_hours"."id" = 'ca11ca11-0000-4000-8000-000000000001')
);
--> statement-breakpoint
CREATE TABLE "call_reservations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"booking_id" uuid,
	"quarantine_id" uuid,
	"kind" text NOT NULL,
	"lane" integer NOT NULL,
	"starts" timestamp (3) with time zone NOT NULL,
	"ends" timestamp (3) with time zone NOT NULL,
	"busy_from" timestamp (3) with time zone NOT NULL,
	"busy_to" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"taken_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "call_reservations_kind" CHECK ("call_reservations"."kind" in ('call', 'block', 'hold')),
	CONSTRAINT "call_reservations_lane" CHECK ("call_reservations"."lane" > 0),
	CONSTRAINT "call_reservations_hold" CHECK (("call_reservations"."kind" = 'hold') = ("call_reservations"."expires_at" is not null)),
	CONSTRAINT "call_reservations_span" CHECK ("call_reservations"."busy_from" <= "call_reservations"."starts" and "call_reservations"."starts" < "call_reservations"."ends" and "call_reservations"."ends" <= "call_reservations"."busy_to")
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "call_start" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "call_end" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "chosen_by" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "guest_time_zone" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "cancelled_by" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "guest_moves" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_links" ADD CONSTRAINT "call_links_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_reminders" ADD CONSTRAINT "call_reminders_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_reservations" ADD CONSTRAINT "call_reservations_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_reservations" ADD CONSTRAINT "call_reservations_quarantine_id_quarantine_id_fk" FOREIGN KEY ("quarantine_id") REFERENCES "public"."quarantine"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_token" ON "calendar_feeds" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_user" ON "calendar_feeds" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "call_links_token" ON "call_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "call_links_booking" ON "call_links" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "call_reminders_once" ON "call_reminders" USING btree ("booking_id","starts","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "call_reservations_one" ON "call_reservations" USING btree ("booking_id") WHERE "call_reservations"."kind" <> 'block';--> statement-breakpoint
CREATE INDEX "call_reservations_booking" ON "call_reservations" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "call_reservations_quarantine" ON "call_reservations" USING btree ("quarantine_id");--> statement-breakpoint
CREATE INDEX "call_reservations_ahead" ON "call_reservations" USING btree ("busy_to");--> statement-breakpoint
CREATE INDEX "call_reservations_expiring" ON "call_reservations" USING btree ("expires_at") WHERE "call_reservations"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "bookings_calls" ON "bookings" USING btree ("call_end") WHERE "bookings"."call_end" is not null;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_call_lasts" CHECK ("bookings"."call_start" < "bookings"."call_end");
--> statement-breakpoint
CREATE OR REPLACE TRIGGER bookings_insert_activity AFTER INSERT ON bookings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,calendar_start,calendar_sequence,calendar_due,call_start,call_end,chosen_by,guest_time_zone,cancelled_by,cancel_reason,guest_moves', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER bookings_update_activity AFTER UPDATE ON bookings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,calendar_start,calendar_sequence,calendar_due,call_start,call_end,chosen_by,guest_time_zone,cancelled_by,cancel_reason,guest_moves', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER bookings_delete_activity AFTER DELETE ON bookings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('name', 'updated_at,first_answered_at,by_staff,calendar_start,calendar_sequence,calendar_due,call_start,call_end,chosen_by,guest_time_zone,cancelled_by,cancel_reason,guest_moves', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER call_hours_notify AFTER INSERT OR UPDATE OR DELETE ON call_hours FOR EACH ROW EXECUTE FUNCTION notify_change();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER call_hours_update_activity AFTER UPDATE ON call_hours REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('id', '', '');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER calendar_feeds_insert_activity AFTER INSERT ON calendar_feeds REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('id', 'last_read_at,created_at', 'token_hash');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER calendar_feeds_update_activity AFTER UPDATE ON calendar_feeds REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('id', 'last_read_at,created_at', 'token_hash');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER calendar_feeds_delete_activity AFTER DELETE ON calendar_feeds REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_activity('id', 'last_read_at,created_at', 'token_hash');
