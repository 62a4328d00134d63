CREATE TABLE "preview_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid,
	"token_hash" text NOT NULL,
	"token_seed" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "preview_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "preview_links_post" UNIQUE NULLS NOT DISTINCT("post_id")
);
--> statement-breakpoint
INSERT INTO "preview_links" ("post_id", "token_hash", "token_seed", "expires_at")
	SELECT "post_id", "token_hash", "token_seed", "expires_at" FROM "blog_post_previews";
--> statement-breakpoint
DROP TABLE "blog_post_previews" CASCADE;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;