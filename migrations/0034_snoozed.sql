ALTER TABLE "job_applications" ADD COLUMN "snoozed_until" date;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "snoozed_until" date;--> statement-breakpoint
ALTER TABLE "contact_inquiries" ADD COLUMN "snoozed_until" date;