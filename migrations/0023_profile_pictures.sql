ALTER TABLE "profiles" ADD COLUMN "picture" text;--> statement-breakpoint
CREATE INDEX "profiles_pictures" ON "profiles" USING btree ("picture") WHERE "profiles"."picture" is not null;