import { useMutation, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseResponse } from "hono/client";
import { useState } from "react";
import { OpenDialog } from "#admin/editing/open-dialog.tsx";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { orPerhapsDone } from "#admin/lists/statuses.ts";
import { useNow } from "#admin/record/now.ts";
import { ApiError, answerDeadline, api, isConflict, isUnanswered } from "#admin/session/api-client.ts";
import { describeFailure, queryClient } from "#admin/session/query-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { postDraftSchema } from "#features/posts/editor/post-draft.ts";
import { newestPostQuery, revisionQuery, revisionsQuery } from "#features/posts/post-query.ts";
import { isLive } from "#features/posts/posts.schema.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { formatMomentToSecond } from "#lib/time/dates.ts";
import { PrimaryButton } from "#ui/desk-buttons.tsx";
import { DialogBody, DialogFooter } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import { VersionDifference } from "./version-difference.tsx";

type RevisionsProps = {
	post: PresentedPost;
	dirty: boolean;
	onRestored(post: PresentedPost): void;
	onClose(): void;
};

/** The last 50 saves of a post: who, when, and what has changed; to restore one. */
export function RevisionsDialog({ post, dirty, onRestored, onClose }: RevisionsProps) {
	const [chosen, setChosen] = useState<string>();
	// Someone may have saved or published it since the editor was opened.
	const { data: newest = post } = useQuery(newestPostQuery(post.id));
	const list = useQuery(revisionsQuery(newest));
	const { data: revisions = [] } = list;
	const place = Math.max(
		0,
		revisions.findIndex(({ id }) => id === chosen),
	);
	const shown = revisions[place];
	const current = revisions[0];
	const before = revisions[place + 1];
	const { data: text } = useQuery({ ...revisionQuery(post.id, shown ?? nothing), enabled: shown !== undefined });
	const now = useNow();
	const effects: string[] = [];
	if (newest.version !== post.version) effects.push("This post has been changed since you opened it.");
	if (dirty) effects.push("Restoring this version will replace your unsaved changes.");
	if (isLive(newest, now)) effects.push("Readers will see this version at once.");
	const restore = useMutation({
		mutationFn: (revisionId: string) =>
			parseResponse(
				api.api.posts[":id"].revisions[":revisionId"].restore.$post(
					{ param: { id: post.id, revisionId }, json: { version: newest.version } },
					{ init: { signal: answerDeadline() } },
				),
			),
		onError(error) {
			if (isUnanswered(error)) void queryClient.invalidateQueries({ queryKey: newestPostQuery(post.id).queryKey });
			if (isConflict(error))
				queryClient.setQueryData(newestPostQuery(post.id).queryKey, error.current as PresentedPost);
		},
		onSuccess(restored) {
			onRestored(restored);
			const slug = restored.slug === post.slug ? "" : `. The slug is now “${restored.slug}”.`;
			toast({ title: "Blog Saved!", description: `The earlier version has been restored${slug}`, tone: "success" });
			onClose();
		},
		meta: {
			failure(error) {
				if (isConflict(error)) {
					const changed = changedText(error.current as PresentedPost);
					return { title: "Newer Version Found", description: `${changed} Look again before you restore.` };
				}
				const isGone = error instanceof ApiError && error.status === 404;
				if (isGone) return { title: "Error", description: "This post or this version has been deleted." };
				return describeFailure(error, orPerhapsDone("Failed to restore this version. Please try again."));
			},
		},
	});

	/** What is restored takes the place of what is typed. */
	const handleClose = () => restore.isPending || onClose();

	return (
		<OpenDialog title="History" description="The last 50 versions are kept." onClose={handleClose}>
			<DialogBody className="grid gap-4 md:grid-cols-[13rem_minmax(0,1fr)]">
				{list.isError && !list.isFetching && (
					<div className="md:col-span-2">
						<LoadFailure what="history" onRetry={() => void list.refetch()} />
					</div>
				)}
				{list.isSuccess && revisions.length === 0 && (
					<p className="md:col-span-2">There are no versions. The post may have been deleted.</p>
				)}
				<ol
					aria-label="Versions"
					className="grid max-h-96 grid-cols-[minmax(0,1fr)] content-start gap-px overflow-y-auto max-md:max-h-40"
				>
					{revisions.map(({ id, author, saved_at, title }) => (
						<li key={id}>
							<button
								type="button"
								aria-pressed={id === shown?.id}
								onClick={() => setChosen(id)}
								className={clsx(
									"w-full cursor-pointer rounded-sm px-2.5 py-1.5 text-left",
									id === shown?.id ? "bg-accent text-accent-foreground" : "hover:bg-muted",
								)}
							>
								<span className="block">{formatMomentToSecond(saved_at)}</span>
								<span className="block truncate text-xs">
									{id === current?.id && "Current · "}
									{author ?? "Unknown author"}
								</span>
								<span className="block truncate text-muted-foreground text-xs">{title}</span>
							</button>
						</li>
					))}
				</ol>
				{shown && <RevisionView key={shown.id} postId={post.id} revision={shown} before={before} />}
			</DialogBody>
			<DialogFooter>
				<ConfirmedAction
					title="Restore This Version"
					question={[...effects, "Restore it?"].join(" ")}
					action="Restore"
					needed={effects.length > 0}
					onConfirm={() => shown && restore.mutate(shown.id)}
					button={
						<PrimaryButton disabled={!text || (shown?.id === current?.id && !dirty)} busy={restore.isPending}>
							Restore This Version
						</PrimaryButton>
					}
				/>
			</DialogFooter>
		</OpenDialog>
	);
}

/** A changed status is no version. */
const changedText = (current: PresentedPost) =>
	isLive(current, Date.now())
		? "This post has been changed, and it is on the site now."
		: "This post has been changed, and it isn't on the site now.";

type Version = { id: string };
const nothing: Version = { id: "" };

function RevisionView({
	postId,
	revision,
	before,
}: {
	postId: string;
	revision: Version;
	before: Version | undefined;
}) {
	const { data, isError, isFetching, refetch } = useQuery(revisionQuery(postId, revision));
	const { data: earlier } = useQuery({ ...revisionQuery(postId, before ?? nothing), enabled: before !== undefined });
	if (!data && isError && !isFetching) return <LoadFailure what="version" onRetry={() => void refetch()} />;
	if (!data) return <p role="status">Loading</p>;
	return (
		<section
			aria-label="Version"
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
			tabIndex={0}
			className="grid max-h-96 min-w-0 content-start gap-4 overflow-y-auto rounded-sm border border-border p-4"
		>
			{earlier && (
				<div className="rounded-sm bg-muted p-3">
					<h3 className="mb-2 font-semibold">Changes Since the Previous Version</h3>
					<VersionDifference
						before={postDraftSchema.parse(earlier.fields)}
						after={postDraftSchema.parse(data.fields)}
						none="The text is the same. Changes of the status or the publish date are in the activity."
					/>
				</div>
			)}
			<div>
				<h3 className="mb-3 font-semibold text-lg leading-tight">{data.fields.title}</h3>
				{/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it hands out a revision */}
				<div className="rich-text text-dense!" dangerouslySetInnerHTML={{ __html: data.fields.content }} />
			</div>
		</section>
	);
}
