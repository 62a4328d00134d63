import { useQuery } from "@tanstack/react-query";
import { initialsOf } from "#admin/session/account.ts";
import { draftsQuery } from "./drafts-query.ts";
import { threadsList } from "./threads.list.ts";

/** In a row: who has it; someone has replied, and no one on the staff has read it yet; or I have a reply that isn't sent. */
export function ThreadMarks({ id }: { id: string }) {
	const { data: isUnread } = useQuery({
		...threadsList.query,
		select: (rows) => rows.some((row) => row.record_id === id && row.unread),
	});
	const { data: assignee } = useQuery({
		...threadsList.query,
		select: (rows) => rows.find((row) => row.record_id === id)?.assignee?.name,
	});
	const { data: isDrafted } = useQuery({ ...draftsQuery, select: (ids) => ids.includes(id) });
	return (
		<>
			{isUnread && (
				<>
					<span aria-hidden className="mr-1.5 inline-block size-2 rounded-full bg-vermilion-deep dark:bg-vermilion" />
					<span className="sr-only">Unread. </span>
				</>
			)}
			{assignee && (
				<span title={`Assigned to ${assignee}`} className="mr-1.5 rounded-sm bg-sky px-1.5 py-0.5 text-ink text-xs">
					<span aria-hidden>{initialsOf(assignee)}</span>
					<span className="sr-only">Assigned to {assignee}. </span>
				</span>
			)}
			{isDrafted && (
				<span
					title="Your reply hasn't been sent."
					className="mr-1.5 rounded-sm bg-status-grey-bg px-1.5 py-0.5 font-normal text-status-grey text-xs"
				>
					Draft
				</span>
			)}
		</>
	);
}
