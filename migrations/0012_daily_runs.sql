CREATE TABLE "daily_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL
);
