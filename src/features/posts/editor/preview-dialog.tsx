import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { Eye } from "lucide-react";
import { api } from "#admin/session/api-client.ts";
import { formatMoment } from "#lib/time/dates.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogTrigger } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";

const endpoint = api.api.posts[":id"].preview;

/** A link to read the post before it is published. It works until it expires or is revoked. */
export function PreviewDialog({ postId, dirty }: { postId: string; dirty: boolean }) {
	const param = { id: postId };
	const creation = useMutation({
		mutationFn: () => parseResponse(endpoint.$post({ param })),
		meta: { failure: "Failed to create the preview link. Please try again." },
	});
	const withdrawal = useMutation({
		mutationFn: () => endpoint.$delete({ param }),
		onSuccess() {
			creation.reset();
			toast({ title: "Preview Link Revoked", tone: "success" });
		},
		meta: { failure: "Failed to revoke the preview link. Please try again." },
	});
	const link = creation.data && new URL(creation.data.path, window.location.origin).href;
	return (
		<Dialog>
			<DialogTrigger asChild>
				<Button size="dense" variant="secondary">
					<Eye aria-hidden className="size-4" strokeWidth={1.75} />
					Preview
				</Button>
			</DialogTrigger>
			<DialogContent title="Preview" description="Anyone with the link can see the post as last saved." size="sm">
				<DialogBody className="grid gap-4">
					{dirty && <p>Your latest changes aren't saved, so the preview doesn't show them yet.</p>}
					{creation.data && link ? (
						<>
							<TextField dense readOnly label="Preview Link" value={link} onFocus={(event) => event.target.select()} />
							<p>
								Expires on {formatMoment(creation.data.expires_at)}.{" "}
								<a href={link} target="_blank" rel="noopener" className="underline underline-offset-4">
									Open the preview
								</a>
							</p>
						</>
					) : (
						<p>Creating a new link revokes the current one.</p>
					)}
				</DialogBody>
				<DialogFooter>
					<Button size="dense" variant="secondary" busy={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
						Revoke Link
					</Button>
					<Button size="dense" busy={creation.isPending} onClick={() => creation.mutate()}>
						Create Link
					</Button>
				</DialogFooter>
			</DialogContent>
		</Dialog>
	);
}
