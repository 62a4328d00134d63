ALTER TABLE "profiles" ADD COLUMN "areas" text[];--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "areas" text[];--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_areas_known" CHECK (cardinality("profiles"."areas") > 0 and "profiles"."areas" <@ array['desk', 'hiring', 'writing', 'money']);--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_areas_known" CHECK (cardinality("invitations"."areas") > 0 and "invitations"."areas" <@ array['desk', 'hiring', 'writing', 'money']);