import { RelativeTime } from "#admin/record/relative-time.tsx";
import { useAuth } from "#admin/session/auth-context.tsx";

/** Whose changes wait in the history, and since when. */
export function UnsavedChangesText({
	of: { author_id, author, saved_at },
}: {
	of: { author_id: string | null; author: string | null; saved_at: string };
}) {
	const { owner } = useAuth();
	const isOwn = author_id !== null && author_id === owner?.id;
	return (
		<>
			{isOwn ? "You have" : `${author ?? "Someone"} has`} unsaved changes from <RelativeTime at={saved_at} />.
		</>
	);
}
