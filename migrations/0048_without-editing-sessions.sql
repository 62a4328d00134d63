-- What an author autosaved last in a post becomes their draft: the fields that differ from the post.
INSERT INTO "post_drafts" (post_id, author_id, writer, n, draft, version, updated_at)
SELECT DISTINCT ON (revision.post_id, revision.author_id) revision.post_id, revision.author_id, revision.id, 0,
	jsonb_build_object(
		'fields', (SELECT jsonb_object_agg(key, CASE WHEN value = 'null' THEN '""' ELSE value END) FROM jsonb_each(revision.fields)) || jsonb_build_object('status', post.status),
		'before', (SELECT coalesce(jsonb_object_agg(key, CASE WHEN before = 'null' THEN '""' ELSE before END), '{}') FROM (SELECT key, value, to_jsonb(post) -> key AS before FROM jsonb_each(revision.fields)) field WHERE value IS DISTINCT FROM before)
			|| jsonb_build_object('status', post.status),
		'basis', post.version
	), 1, revision.saved_at
FROM "blog_post_revisions" revision
JOIN "blog_posts" post ON post.id = revision.post_id
JOIN "users" author ON author.id = revision.author_id
WHERE revision.autosave
ORDER BY revision.post_id, revision.author_id, revision.saved_at DESC;--> statement-breakpoint
DELETE FROM "blog_post_revisions" WHERE autosave;--> statement-breakpoint
DROP TABLE "editing_sessions" CASCADE;--> statement-breakpoint
ALTER TABLE "blog_post_revisions" DROP COLUMN "autosave";