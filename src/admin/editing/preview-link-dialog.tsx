import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryClient } from "#admin/session/query-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { formatMoment } from "#lib/time/dates.ts";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { DialogBody, DialogFooter } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { OpenDialog } from "./open-dialog.tsx";

type PreviewLinkProps = {
	/** 'post' */
	what: string;
	queryKey: readonly string[];
	find(): Promise<{ link: { path: string; expires_at: string } | null }>;
	create: { mutate(): void; isPending: boolean };
	revoke(): Promise<unknown>;
};

/** The link that shows to others what isn't public. */
export function PreviewLinkDialog({
	description,
	onClose,
	...link
}: PreviewLinkProps & { description: string; onClose(): void }) {
	return (
		<OpenDialog title="Preview Link" description={description} size="sm" onClose={onClose}>
			<PreviewLink {...link} />
		</OpenDialog>
	);
}

function PreviewLink({ what, queryKey, find, create, revoke }: PreviewLinkProps) {
	const { data, isError, refetch } = useQuery({ queryKey, queryFn: find });
	const revocation = useMutation({
		mutationFn: revoke,
		onSuccess() {
			queryClient.setQueryData(queryKey, { link: null });
			toast({ title: "Preview Link Revoked", tone: "success" });
		},
		meta: { failure: "Failed to revoke the preview link. Please try again." },
	});
	const [copied, setCopied] = useState(false);
	if (!data) {
		return (
			<DialogBody>
				{isError ? <LoadFailure what="preview link" onRetry={refetch} /> : <Skeleton className="h-20" />}
			</DialogBody>
		);
	}
	if (!data.link) {
		return (
			<>
				<DialogBody>This {what} has no preview link. A new one will work for 7 days.</DialogBody>
				<DialogFooter>
					<PrimaryButton busy={create.isPending} onClick={() => create.mutate()}>
						Create Link
					</PrimaryButton>
				</DialogFooter>
			</>
		);
	}
	const { path, expires_at } = data.link;
	const link = new URL(path, window.location.origin).href;
	return (
		<>
			<DialogBody className="grid gap-3">
				<TextField dense readOnly label="Preview Link" value={link} onFocus={(event) => event.target.select()} />
				<p>Expires on {formatMoment(expires_at)}.</p>
			</DialogBody>
			<DialogFooter className="items-center">
				<span role="status" className="mr-auto text-muted-foreground">
					{copied && "Copied"}
				</span>
				<DeskButton busy={revocation.isPending} onClick={() => revocation.mutate()}>
					Revoke Link
				</DeskButton>
				<PrimaryButton
					onClick={() =>
						void navigator.clipboard.writeText(link).then(
							() => setCopied(true),
							() => undefined,
						)
					}
				>
					Copy Link
				</PrimaryButton>
			</DialogFooter>
		</>
	);
}
