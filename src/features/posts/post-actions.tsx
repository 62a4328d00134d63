import { useMutation, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseResponse } from "hono/client";
import { ExternalLink, Pencil } from "lucide-react";
import { type MouseEvent, useRef, useState } from "react";
import { ConfirmedAction, QuestionDialog } from "#admin/editing/question-dialog.tsx";
import { toastWithUndo } from "#admin/lists/last-change.ts";
import { undoOf } from "#admin/lists/statuses.ts";
import { isUnsureClick } from "#admin/live/row-moves.ts";
import { useNow } from "#admin/record/now.ts";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { api, isConflict } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { ButtonAnchor } from "#ui/button.tsx";
import { DeleteButton, DeskButton, IconLink, iconButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { DialogCancel } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import { UnsavedChangesText } from "./history/unsaved-changes-text.tsx";
import { revisionsQuery, unsavedChanges } from "./post-query.ts";
import { editPostPath, postsList, whatIsSeen } from "./posts.list.ts";
import type { PresentedPostRow } from "./posts.record.server.ts";
import { dateAhead, isLive, isScheduled } from "./posts.schema.ts";
import { writeAhead } from "./schedule.ts";

const endpoint = api.api.posts[":id"];

/** Between phones and wide windows the columns need the room more. */
const viewClass = clsx(iconButton, "md:max-xl:hidden");

/** So long the button takes no second press: that of a double click would publish what the first one has unscheduled. */
const restMs = 500;

/** Publish or withdraw, view, edit, delete. The response updates the list, without a refetch. */
export function PostActions({ post }: { post: PresentedPostRow }) {
	const now = useNow();
	const [asked, setAsked] = useState<"place" | "date" | "unsaved">();
	const [isResting, setResting] = useState(false);
	const toggle = useMutation({
		mutationFn: (published_at?: string) => {
			const status = post.status === "published" ? "draft" : "published";
			const json = { status, ...(published_at && { published_at }), ...whatIsSeen([post], status) } as const;
			return parseResponse(endpoint.status.$patch({ param: { id: post.id }, json }));
		},
		// The list may hear of the change before the response is here, and `post` would then be the changed one.
		onMutate() {
			setResting(true);
			setTimeout(() => setResting(false), restMs);
			return post;
		},
		onSuccess(row, _, former) {
			postsList.storeRows([row]);
			const withdrawn = isScheduled(former, now) ? "Blog Unscheduled" : "Blog Unpublished";
			const goesLive = isScheduled(row, now) ? row.published_at : undefined;
			const published = goesLive ? "Blog Scheduled" : "Blog Published";
			const title = row.status === "published" ? published : withdrawn;
			const description = goesLive
				? `Goes live ${writeAhead(goesLive, now)}`
				: `Blog post is now ${postsList.statusLabels[row.status]}`;
			toastWithUndo({ title, description, tone: "success" }, undoOf(postsList, [former], [row]));
		},
		onError: (error) => void (isConflict(error) && postsList.catchUp()),
		meta: { failure: postsList.failures.change },
	});
	/** The post as the question about its deletion began. Someone may save it while that is asked. */
	const seenAt = useRef(post.updated_at);
	const removal = useMutation({
		mutationFn: () =>
			parseResponse(endpoint.$delete({ param: { id: post.id }, query: { unchanged_since: seenAt.current } })),
		onSuccess() {
			postsList.removeRows([post.id]);
			toast({ title: "Blog Deleted", description: "Blog post has been successfully deleted", tone: "success" });
		},
		onError: (error) => void (isConflict(error) && postsList.catchUp()),
		meta: { failure: "Failed to delete blog post" },
	});

	const withdraw = isScheduled(post, now) ? "Unschedule" : "Unpublish";
	const action = post.status === "published" ? withdraw : "Publish";
	/** The date that is planned for a draft, which publishing it now would lose. */
	const planned = post.status === "published" ? undefined : dateAhead(post.published_at, now);

	/** As far as it is known: it is asked for while the pointer or the focus comes to the button. */
	const isBeingWritten = () =>
		unsavedChanges(queryClient.getQueryData(revisionsQuery(post).queryKey), post) !== undefined;
	const fetchRevisions = () => void queryClient.prefetchQuery({ ...revisionsQuery(post), staleTime: 5000 });

	function handleToggle(event: MouseEvent): void {
		if (isUnsureClick(post.id, event)) setAsked("place");
		else if (planned) setAsked("date");
		else if (action === "Publish" && isBeingWritten()) setAsked("unsaved");
		else toggle.mutate(undefined);
	}

	function answer(published_at?: string): void {
		setAsked(undefined);
		toggle.mutate(published_at);
	}

	return (
		<span className="flex items-center gap-1.5 md:max-xl:gap-1">
			<DeskButton
				aria-label={`${action} ${post.title}`}
				busy={toggle.isPending || isResting}
				onPointerEnter={action === "Publish" ? fetchRevisions : undefined}
				onFocus={action === "Publish" ? fetchRevisions : undefined}
				onClick={handleToggle}
				className="min-w-23 justify-center max-md:mr-auto md:max-xl:px-2"
			>
				{action}
			</DeskButton>
			{asked && (
				<QuestionDialog
					title={`${action} Blog Post`}
					onClose={() => setAsked(undefined)}
					answers={
						<>
							<DialogCancel />
							{planned ? (
								<>
									<DeskButton onClick={() => answer()}>Publish Now</DeskButton>
									<PrimaryButton onClick={() => answer(planned)}>Schedule</PrimaryButton>
								</>
							) : (
								<PrimaryButton onClick={() => answer()}>{action}</PrimaryButton>
							)}
						</>
					}
				>
					<p className="font-semibold">{post.title}</p>
					{asked === "place" && (
						<p>The list has changed, and this post came to where you clicked. Did you mean this one?</p>
					)}
					{action === "Publish" && <UnsavedChanges post={post} after="They won't be published." />}
					{planned && (
						<p>
							Its publish date is {writeAhead(planned, now)}. Do you want to schedule it for then, or publish it now?
						</p>
					)}
				</QuestionDialog>
			)}
			{isLive(post, now) ? (
				<ButtonAnchor
					size="dense"
					variant="secondary"
					href={`/blog/${post.slug}`}
					target="_blank"
					rel="noopener"
					aria-label={`View ${post.title} on the site`}
					title="View on Site"
					className={viewClass}
				>
					<ExternalLink aria-hidden className="size-4" strokeWidth={1.75} />
				</ButtonAnchor>
			) : (
				<span className={clsx(viewClass, "max-md:hidden")} />
			)}
			<IconLink to={editPostPath(post.id)} icon={Pencil} label={`Edit ${post.title}`} title="Edit" />
			<ConfirmedAction
				title="Delete Blog Post"
				subject={post.title}
				question="Are you sure you want to delete this blog post?"
				consequence={
					<>
						<UnsavedChanges post={post} />
						{isLive(post, now) && <p className="font-semibold text-foreground">The post is on the site now.</p>}
						<p>
							Last changed <RelativeTime at={post.updated_at} />.
						</p>
						<p>
							Its history and preview link will be deleted, too, and links to it will stop working. This can't be
							undone.
						</p>
					</>
				}
				action="Delete"
				onConfirm={removal.mutate}
				button={
					<DeleteButton
						aria-label={`Delete ${post.title}`}
						busy={removal.isPending}
						// So that the question can say at once whose changes it would lose.
						onPointerEnter={fetchRevisions}
						onFocus={fetchRevisions}
						onClick={() => {
							seenAt.current = post.updated_at;
						}}
					/>
				}
			/>
		</span>
	);
}

/** Of a colleague who is writing in the post, or has left without saving. */
function UnsavedChanges({ post, after }: { post: PresentedPostRow; after?: string }) {
	const { data } = useQuery(revisionsQuery(post));
	const left = unsavedChanges(data, post);
	if (!left) return null;
	return (
		<p className="font-semibold text-foreground">
			<UnsavedChangesText of={left} /> {after}
		</p>
	);
}
