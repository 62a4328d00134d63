import { useMutation, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseResponse } from "hono/client";
import { History } from "lucide-react";
import { useState } from "react";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { api } from "#admin/session/api-client.ts";
import type { PresentedPost } from "#features/posts/posts.server.ts";
import { formatMoment } from "#lib/time/dates.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogTrigger } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";

const endpoint = api.api.posts[":id"].revisions;

type RevisionsProps = { post: PresentedPost; dirty: boolean; onRestored(post: PresentedPost): void };

/** The last 50 saves of a post, to view and to restore. */
export function RevisionsDialog(props: RevisionsProps) {
	const [open, setOpen] = useState(false);
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>
				<Button size="dense" variant="secondary">
					<History aria-hidden className="size-4" strokeWidth={1.75} />
					History
				</Button>
			</DialogTrigger>
			<DialogContent title="History" description="We keep the last 50 versions.">
				<Revisions {...props} onClose={() => setOpen(false)} />
			</DialogContent>
		</Dialog>
	);
}

function Revisions({ post, dirty, onRestored, onClose }: RevisionsProps & { onClose(): void }) {
	const [chosen, setChosen] = useState<string>();
	const list = useQuery({
		queryKey: ["post", post.id, "revisions", post.updated_at],
		queryFn: () => parseResponse(endpoint.$get({ param: { id: post.id } })),
		meta: { failure: "Failed to load the history. Please try again." },
	});
	const shown = chosen ?? list.data?.[0]?.id;
	const restore = useMutation({
		mutationFn: (revisionId: string) =>
			parseResponse(endpoint[":revisionId"].restore.$post({ param: { id: post.id, revisionId } })),
		onSuccess(restored) {
			onRestored(restored);
			toast({ title: "Blog Saved!", description: "The earlier version has been restored", tone: "success" });
			onClose();
		},
		meta: { failure: "Failed to restore this version. Please try again." },
	});

	return (
		<>
			<DialogBody className="grid gap-4 md:grid-cols-[13rem_minmax(0,1fr)]">
				<ol aria-label="Versions" className="grid max-h-96 content-start gap-px overflow-y-auto">
					{list.data?.map(({ id, author, saved_at, title }) => (
						<li key={id}>
							<button
								type="button"
								aria-pressed={id === shown}
								onClick={() => setChosen(id)}
								className={clsx(
									"w-full cursor-pointer rounded-sm px-2.5 py-1.5 text-left",
									id === shown ? "bg-accent text-accent-foreground" : "hover:bg-muted",
								)}
							>
								<span className="block">{formatMoment(saved_at)}</span>
								{author && <span className="block truncate text-xs">{author}</span>}
								<span className="block truncate text-muted-foreground text-xs">{title}</span>
							</button>
						</li>
					))}
				</ol>
				{shown && <RevisionPreview postId={post.id} revisionId={shown} />}
			</DialogBody>
			<DialogFooter>
				<ConfirmedAction
					title="Restore This Version"
					question="Restoring this version will replace your unsaved changes. Restore it?"
					action="Restore"
					needed={dirty}
					onConfirm={() => shown && restore.mutate(shown)}
					button={
						<Button size="dense" disabled={!shown} busy={restore.isPending}>
							Restore This Version
						</Button>
					}
				/>
			</DialogFooter>
		</>
	);
}

function RevisionPreview({ postId, revisionId }: { postId: string; revisionId: string }) {
	const { data } = useQuery({
		queryKey: ["post", postId, "revision", revisionId],
		queryFn: () => parseResponse(endpoint[":revisionId"].$get({ param: { id: postId, revisionId } })),
		staleTime: Number.POSITIVE_INFINITY,
		meta: { failure: "Failed to load this version. Please try again." },
	});
	if (!data) return <p role="status">Loading</p>;
	return (
		<section
			aria-label="Version"
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
			tabIndex={0}
			className="max-h-96 min-w-0 overflow-y-auto rounded-sm border border-border p-4"
		>
			<h3 className="mb-3 font-semibold text-lg leading-tight">{data.fields.title}</h3>
			{/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server when it hands out a revision */}
			<div className="rich-text text-dense!" dangerouslySetInnerHTML={{ __html: data.fields.content }} />
		</section>
	);
}
