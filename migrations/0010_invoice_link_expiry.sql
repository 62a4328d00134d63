ALTER TABLE "invoices" ADD COLUMN "public_expires_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "invoices_updated" ON "invoices" USING btree ("updated_at");
--> statement-breakpoint
UPDATE "invoices" SET "public_expires_at" = now() + interval '365 days' WHERE "public_token" IS NOT NULL;
