import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseResponse } from "hono/client";
import { ExternalLink, Pencil } from "lucide-react";
import { type MouseEvent, useRef, useState } from "react";
import { ConfirmedAction, QuestionDialog } from "#admin/editing/question-dialog.tsx";
import { toastWithUndo } from "#admin/lists/last-change.ts";
import { lookAgain, orPerhapsDone, undoOf } from "#admin/lists/statuses.ts";
import { useNow } from "#admin/record/now.ts";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { ApiError, answeredInTime, api } from "#admin/session/api-client.ts";
import { ButtonAnchor } from "#ui/button.tsx";
import { DeleteButton, DeskButton, IconLink, iconButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { DialogCancel } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import { editPostPath, type ListedPost, postsList, whatIsSeen } from "./posts.list.ts";
import { dateAhead, isLive, isScheduled } from "./posts.schema.ts";
import { writeAhead } from "./schedule.ts";

const endpoint = api.api.posts[":id"];

/** Between phones and wide windows the columns need the room more. */
const viewClass = clsx(iconButton, "md:max-xl:hidden");

/** Publish or withdraw, view, edit, delete. The response updates the list, without a refetch. */
export function PostActions({ post }: { post: ListedPost }) {
	const now = useNow();
	/** The post for whose planned date the author is asked, as it was then. */
	const [asked, setAsked] = useState<ListedPost>();
	const toggle = useMutation({
		mutationFn: ({ seen, published_at }: Toggle) => {
			const status = statusAfter(seen);
			const json = { status, ...(published_at && { published_at }), ...whatIsSeen(seen, status) } as const;
			return answeredInTime(parseResponse(endpoint.status.$patch({ param: { id: seen.id }, json })));
		},
		onSuccess(row, { seen }) {
			const former = { ...seen, ...row.former };
			postsList.storeRows([row]);
			const withdrawn = isScheduled(former, now) ? "Blog Unscheduled" : "Blog Unpublished";
			const goesLive = isScheduled(row, now) ? row.published_at : undefined;
			const published = goesLive ? "Blog Scheduled" : "Blog Published";
			const title = row.status === "published" ? published : withdrawn;
			const description = goesLive
				? `Goes live ${writeAhead(goesLive, now)}`
				: `Blog post is now ${postsList.statusLabels[row.status]}`;
			toastWithUndo({ title, description, tone: "success" }, undoOf(postsList, [seen], [row]), undefined, {
				onlyHere: true,
			});
		},
		onError: (error) => lookAgain(postsList, error),
		meta: { failure: orPerhapsDone(postsList.failures.change) },
	});
	/** The post as the question about its deletion began. Someone may save it while that is asked. */
	const seenAt = useRef(post.updated_at);
	const removal = useMutation({
		async mutationFn() {
			const request = { param: { id: post.id }, query: { unchanged_since: seenAt.current } };
			// It may have been done by the one before, whose answer was lost.
			await answeredInTime(parseResponse(endpoint.$delete(request)).catch(unlessGone));
		},
		onSuccess() {
			postsList.removeRows([post.id]);
			toast({ title: "Blog Deleted", description: "Blog post has been successfully deleted", tone: "success" });
		},
		onError: (error) => lookAgain(postsList, error),
		meta: { failure: orPerhapsDone("Failed to delete blog post") },
	});
	const action = actionOn(post, now);

	/** The second click of a double click would take back what the first has done. */
	function handleToggle({ detail }: MouseEvent): void {
		if (detail > 1) return;
		if (plannedDate(post, now)) setAsked(post);
		else toggle.mutate({ seen: post });
	}

	return (
		<span className="flex items-center gap-1.5 md:max-xl:gap-1">
			<DeskButton
				aria-label={`${action} ${post.title}`}
				busy={toggle.isPending}
				onClick={handleToggle}
				className="min-w-23 justify-center max-md:mr-auto md:max-xl:px-2"
			>
				{action}
			</DeskButton>
			{asked && (
				<DateQuestion
					seen={asked}
					onClose={() => setAsked(undefined)}
					onAnswer={(wanted) => {
						setAsked(undefined);
						toggle.mutate(wanted);
					}}
				/>
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
						onClick={() => {
							seenAt.current = post.updated_at;
						}}
					/>
				}
			/>
		</span>
	);
}

function unlessGone(error: unknown): void {
	if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

/** What publishing or withdrawing a post is asked for: the post as it was on the screen then, whatever becomes of it meanwhile. */
type Toggle = { seen: ListedPost; published_at?: string };

const statusAfter = ({ status }: ListedPost) => (status === "published" ? "draft" : "published");

function actionOn(post: ListedPost, now: number): "Publish" | "Unschedule" | "Unpublish" {
	if (post.status !== "published") return "Publish";
	return isScheduled(post, now) ? "Unschedule" : "Unpublish";
}

/** The date that is planned for a draft, which publishing it now would lose. */
const plannedDate = ({ status, published_at }: ListedPost, now: number) =>
	status === "published" ? undefined : dateAhead(published_at, now);

/** A draft with a planned date: it would be lost by publishing now. */
function DateQuestion({
	seen,
	onAnswer,
	onClose,
}: {
	seen: ListedPost;
	onAnswer(wanted: Toggle): void;
	onClose(): void;
}) {
	const now = useNow();
	const planned = plannedDate(seen, now);
	return (
		<QuestionDialog
			title="Publish Blog Post"
			onClose={onClose}
			answers={
				<>
					<DialogCancel />
					<DeskButton onClick={() => onAnswer({ seen })}>Publish Now</DeskButton>
					{planned && <PrimaryButton onClick={() => onAnswer({ seen, published_at: planned })}>Schedule</PrimaryButton>}
				</>
			}
		>
			<p className="font-semibold">{seen.title}</p>
			{planned && (
				<p>Its publish date is {writeAhead(planned, now)}. Do you want to schedule it for then, or publish it now?</p>
			)}
		</QuestionDialog>
	);
}
