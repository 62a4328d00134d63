CREATE TABLE "activity" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"actor_email" text,
	"record_table" text NOT NULL,
	"record_id" uuid NOT NULL,
	"record_label" text,
	"action" text NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "by_staff" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "first_answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD COLUMN "by_staff" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD COLUMN "first_answered_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "activity_newest" ON "activity" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activity_record" ON "activity" USING btree ("record_table","record_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activity_actor" ON "activity" USING btree ("actor_kind","actor_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "job_applications_person" ON "job_applications" USING btree (lower("applicant_email"));--> statement-breakpoint
CREATE INDEX "bookings_person" ON "bookings" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "contact_inquiries_person" ON "contact_inquiries" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "invoices_person" ON "invoices" USING btree (lower("client_email"));--> statement-breakpoint
CREATE INDEX "blog_posts_created" ON "blog_posts" USING btree ("created_at");