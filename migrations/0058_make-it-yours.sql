CREATE TABLE "make_it_yours" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"ticked" text[] NOT NULL,
	CONSTRAINT "make_it_yours_one" CHECK ("make_it_yours"."is_only")
);
--> statement-breakpoint
CREATE INDEX "mails_tests" ON "mails" USING btree ("id") WHERE "mails"."kind" = 'test';