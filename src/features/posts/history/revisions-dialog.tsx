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
import { type PostDraft, postDraftSchema } from "#features/posts/editor/post-draft.ts";
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
	/** Whether the next save is public at once, where the post is. */
	staysOut: boolean;
	/** The version to begin with; the newest if there is none. */
	first?: string | undefined;
	onRestored(post: PresentedPost): void;
	/** Continues with the text of an autosave, which is not saved by that. */
	onContinue(fields: PostDraft, writtenAt: string): void;
	onClose(): void;
};

/** The last 50 saves of a post with its autosaves: who, when, and what has changed; to restore one. */
export function RevisionsDialog({ post, dirty, staysOut, first, onRestored, onContinue, onClose }: RevisionsProps) {
	const [chosen, setChosen] = useState(first);
	// Someone may have saved or published it since the editor was opened.
	const { data: newest = post } = useQuery(newestPostQuery(post.id));
	const list = useQuery(revisionsQuery(newest));
	const { data: revisions = [] } = list;
	const place = Math.max(
		0,
		revisions.findIndex(({ id }) => id === chosen),
	);
	const shown = revisions[place];
	const current = revisions.find(({ autosave }) => !autosave);
	/** An autosave that doesn't know what was saved since. */
	const isOvertaken = shown?.autosave && current && shown.saved_at < current.saved_at;
	/** What it is compared with: the save before it, or the one that it would replace. */
	const before = isOvertaken ? current : revisions.slice(place + 1).find(({ autosave }) => !autosave);
	const { data: text } = useQuery({ ...revisionQuery(post.id, shown ?? nothing), enabled: shown !== undefined });
	const now = useNow();
	const effects: string[] = [];
	if (newest.version !== post.version) effects.push("This post has been changed since you opened it.");
	if (isOvertaken) effects.push("The post has been saved since. If you save this version, it will replace that.");
	if (dirty) effects.push("Restoring this version will replace your unsaved changes.");
	if (isLive(newest, now)) {
		const onceSaved = staysOut ? ", and readers will see this version as soon as you save it." : ".";
		effects.push(
			shown?.autosave ? `The post is on the site now${onceSaved}` : "Readers will see this version at once.",
		);
	}
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

	function handleContinue(): void {
		if (!text) return;
		onContinue(postDraftSchema.parse(text.fields), text.saved_at);
		onClose();
	}

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
					{revisions.map(({ id, author, saved_at, autosave, title }) => (
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
									{autosave && "Autosaved · "}
									{id === current?.id && "Current · "}
									{author ?? "Unknown author"}
								</span>
								<span className="block truncate text-muted-foreground text-xs">{title}</span>
							</button>
						</li>
					))}
				</ol>
				{shown && (
					<RevisionView
						key={shown.id}
						postId={post.id}
						revision={shown}
						before={before}
						comparison={isOvertaken ? "Compared with the Current Version" : "Changes Since the Previous Version"}
					/>
				)}
			</DialogBody>
			<DialogFooter>
				<ConfirmedAction
					title="Restore This Version"
					question={[...effects, "Restore it?"].join(" ")}
					action="Restore"
					needed={effects.length > 0}
					onConfirm={() => (shown?.autosave ? handleContinue() : shown && restore.mutate(shown.id))}
					button={
						<PrimaryButton disabled={!text || (shown?.id === current?.id && !dirty)} busy={restore.isPending}>
							{shown?.autosave ? "Continue with This Version" : "Restore This Version"}
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

type Version = { id: string; saved_at: string };
const nothing: Version = { id: "", saved_at: "" };

function RevisionView({
	postId,
	revision,
	before,
	comparison,
}: {
	postId: string;
	revision: Version;
	before: Version | undefined;
	comparison: string;
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
					<h3 className="mb-2 font-semibold">{comparison}</h3>
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
