import { useMutation, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseResponse } from "hono/client";
import { ExternalLink, Pencil } from "lucide-react";
import { type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { ConfirmedAction, QuestionDialog } from "#admin/editing/question-dialog.tsx";
import { useWhereabouts } from "#admin/editing/whereabouts.ts";
import { toastWithUndo } from "#admin/lists/last-change.ts";
import { lookAgain, orPerhapsDone, undoOf } from "#admin/lists/statuses.ts";
import { noteTurn, unsureClick } from "#admin/live/row-moves.ts";
import { useNow } from "#admin/record/now.ts";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { ApiError, answeredInTime, api, isUnanswered } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { ButtonAnchor } from "#ui/button.tsx";
import { DeleteButton, DeskButton, IconLink, iconButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { DialogCancel } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import { UnsavedChangesText } from "./history/unsaved-changes-text.tsx";
import { revisionsQuery, unsavedChanges } from "./post-query.ts";
import { editPostPath, type ListedPost, postsList, whatIsSeen } from "./posts.list.ts";
import { dateAhead, isLive, isScheduled, type PostStatus } from "./posts.schema.ts";
import { writeAhead } from "./schedule.ts";

const endpoint = api.api.posts[":id"];

/** Between phones and wide windows the columns need the room more. */
const viewClass = clsx(iconButton, "md:max-xl:hidden");

/** So long the button takes no press once it has turned round: that of a double click would publish what it has unscheduled. */
const restMs = 500;
/** So long a click waits to hear whether someone is writing the post that it publishes. */
const lookAtMostMs = 500;

/** Publish or withdraw, view, edit, delete. The response updates the list, without a refetch. */
export function PostActions({ post }: { post: ListedPost }) {
	const now = useNow();
	const [asked, setAsked] = useState<Asked>();
	const [isResting, setResting] = useState(false);
	const expectTurn = useTurns(post);
	/** The server may have done it, and nobody heard. */
	const isUnheard = useRef(false);
	const toggle = useMutation({
		mutationFn: ({ seen, published_at }: Toggle) => {
			const status = statusAfter(seen);
			// Its own press may have changed what is seen here.
			const since = isUnheard.current && status === "draft" ? {} : whatIsSeen(seen, status);
			const json = { status, ...(published_at && { published_at }), ...since } as const;
			return answeredInTime(parseResponse(endpoint.status.$patch({ param: { id: seen.id }, json })));
		},
		onMutate({ seen }) {
			expectTurn(statusAfter(seen));
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
			// It was done before, by a press whose answer was lost.
			const isRepeated = isUnheard.current && row.former?.status === row.status;
			isUnheard.current = false;
			const changed = isRepeated ? { ...row, former: undefined } : row;
			toastWithUndo({ title, description, tone: "success" }, undoOf(postsList, [seen], [changed]));
		},
		onError(error) {
			expectTurn(undefined);
			isUnheard.current = isUnanswered(error);
			// It may have been done, and the button may have turned round by it.
			if (isUnheard.current) noteTurn(post.id);
			lookAgain(postsList, error);
		},
		onSettled() {
			setResting(true);
			setTimeout(() => setResting(false), restMs);
		},
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

	const revisions = { ...revisionsQuery(post), staleTime: 5000 };
	/** Asked for while the pointer or the focus comes to the button, which a finger doesn't announce. */
	const fetchRevisions = () => void queryClient.prefetchQuery(revisions);
	const person = useWhereabouts();
	const look = useMutation({
		mutationFn: () =>
			Promise.race([
				queryClient.fetchQuery(revisions),
				new Promise<undefined>((resolve) => setTimeout(resolve, lookAtMostMs)),
			]),
		meta: { reads: true },
	});

	function handleToggle(event: MouseEvent): void {
		const ask = (why: Asked["why"]) => setAsked({ why, seen: post });
		const unsure = unsureClick(post.id, event);
		if (unsure) ask(unsure);
		else if (plannedDate(post, now)) ask("date");
		else if (action === "Publish") {
			const go = (known = queryClient.getQueryData(revisions.queryKey)) => {
				if (!unsavedChanges(known)) toggle.mutate({ seen: post });
				else if (person.current === "here") ask("unsaved");
				else toast(notPublished(post));
			};
			// Also if the row has left the list by then.
			void look.mutateAsync().then(go, () => go());
		} else toggle.mutate({ seen: post });
	}

	return (
		<span className="flex items-center gap-1.5 md:max-xl:gap-1">
			<DeskButton
				aria-label={`${action} ${post.title}`}
				busy={look.isPending || toggle.isPending || isResting}
				onPointerEnter={action === "Publish" ? fetchRevisions : undefined}
				onFocus={action === "Publish" ? fetchRevisions : undefined}
				onClick={handleToggle}
				className="min-w-23 justify-center max-md:mr-auto md:max-xl:px-2"
			>
				{action}
			</DeskButton>
			{asked && (
				<ToggleQuestion
					{...asked}
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
						<UnsavedChanges post={post} ofAnyone />
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

const notPublished = ({ title }: ListedPost) => ({
	title: "Not Published",
	description: `“${title}” has unsaved changes.`,
});

function unlessGone(error: unknown): void {
	if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

/** What publishing or withdrawing a post is asked for: the post as it was on the screen then, whatever becomes of it meanwhile. */
type Toggle = { seen: ListedPost; published_at?: string };
type Asked = Pick<Toggle, "seen"> & { why: "place" | "turn" | "date" | "unsaved" };

const statusAfter = ({ status }: ListedPost) => (status === "published" ? "draft" : "published");

function actionOn(post: ListedPost, now: number): "Publish" | "Unschedule" | "Unpublish" {
	if (post.status !== "published") return "Publish";
	return isScheduled(post, now) ? "Unschedule" : "Unpublish";
}

/** The date that is planned for a draft, which publishing it now would lose. */
const plannedDate = ({ status, published_at }: ListedPost, now: number) =>
	status === "published" ? undefined : dateAhead(published_at, now);

/** Notes that someone else has published or withdrawn the post, or changed when. @returns to be told what it turns to by one's own click */
function useTurns({ id, status, published_at }: ListedPost) {
	const state = status === "published" ? `${status} ${published_at}` : status;
	const last = useRef(state);
	const expected = useRef<PostStatus>(undefined);
	useLayoutEffect(() => {
		if (last.current === state) return;
		last.current = state;
		if (expected.current !== status) noteTurn(id);
		expected.current = undefined;
	}, [id, status, state]);
	return (next: PostStatus | undefined) => {
		expected.current = next;
	};
}

type ToggleQuestionProps = Asked & { onAnswer(wanted: Toggle): void; onClose(): void };

function ToggleQuestion({ seen, why, onAnswer, onClose }: ToggleQuestionProps) {
	const now = useNow();
	const action = actionOn(seen, now);
	const planned = plannedDate(seen, now);
	return (
		<QuestionDialog
			title={`${action} Blog Post`}
			onClose={onClose}
			answers={
				<>
					<DialogCancel />
					{planned ? (
						<>
							<DeskButton onClick={() => onAnswer({ seen })}>Publish Now</DeskButton>
							<PrimaryButton onClick={() => onAnswer({ seen, published_at: planned })}>Schedule</PrimaryButton>
						</>
					) : (
						<PrimaryButton onClick={() => onAnswer({ seen })}>{action}</PrimaryButton>
					)}
				</>
			}
		>
			<p className="font-semibold">{seen.title}</p>
			{why === "place" && <p>The list has changed, and this post came to where you clicked. Did you mean this one?</p>}
			{why === "turn" && (
				<p>Its status is {postsList.statusText?.(seen)} now. It may have changed since you last looked.</p>
			)}
			{action === "Publish" && <UnsavedChanges post={seen} after="They won't be published." />}
			{planned && (
				<p>Its publish date is {writeAhead(planned, now)}. Do you want to schedule it for then, or publish it now?</p>
			)}
		</QuestionDialog>
	);
}

/**
 * Of a colleague who is writing in the post, or has left without saving.
 * @param ofAnyone also if someone has saved the post since, as long as that author hasn't
 */
function UnsavedChanges({ post, ofAnyone, after }: { post: ListedPost; ofAnyone?: boolean; after?: string }) {
	const { data, isError } = useQuery(revisionsQuery(post));
	const left = unsavedChanges(data, () => ofAnyone === true);
	if (isError && !data) return <p>Unsaved changes couldn't be looked for.</p>;
	if (!left) return null;
	return (
		<p className="font-semibold text-foreground">
			<UnsavedChangesText of={left} /> {after}
		</p>
	);
}
