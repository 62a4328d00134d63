import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "#ui/dialog.tsx";
import { postQuery } from "./post-query.ts";
import type { PostEditorState } from "./use-post-editor.ts";

/** A save met a newer version of the post: the author chooses which one goes on. */
export function ConflictDialog({ editor }: { editor: PostEditorState }) {
	const { post, conflict, adopt, overwrite, keepEditing } = editor;
	const client = useQueryClient();
	const theirs = useMutation({
		mutationFn: (id: string) => client.fetchQuery(postQuery(id)),
		onSuccess: adopt,
		meta: { failure: "Failed to load blog post" },
	});
	if (!post || !conflict) return null;
	return (
		<Dialog open onOpenChange={(open) => !open && keepEditing()}>
			<DialogContent title="This post has changed" size="sm">
				<DialogBody>
					<p>
						Somebody else has saved this post since you opened it, so yours was not saved. Whichever version you keep,
						the other one stays in the history if it was saved.
					</p>
				</DialogBody>
				<DialogFooter className="max-sm:grid max-sm:justify-stretch max-sm:*:justify-center">
					<Button size="dense" variant="ghost" className="sm:mr-auto sm:-ml-3.5" onClick={keepEditing}>
						Keep Editing
					</Button>
					<Button size="dense" variant="secondary" busy={theirs.isPending} onClick={() => theirs.mutate(post.id)}>
						Use Their Version
					</Button>
					<Button size="dense" onClick={overwrite}>
						Save Mine
					</Button>
				</DialogFooter>
			</DialogContent>
		</Dialog>
	);
}
