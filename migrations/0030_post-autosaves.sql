ALTER TABLE "blog_post_previews" ADD COLUMN "token_seed" text;--> statement-breakpoint
ALTER TABLE "blog_post_revisions" ADD COLUMN "autosave" boolean DEFAULT false NOT NULL;