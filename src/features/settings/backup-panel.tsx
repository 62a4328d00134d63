import { useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useEffect, useRef } from "react";
import { Panel } from "#admin/record/panel.tsx";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { counted } from "#lib/text/text.ts";
import { formatMoment } from "#lib/time/dates.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import type { Backups } from "./backups.server.ts";

const endpoint = api.api.settings.backup;
const queryKey = ["settings", "backup"];
const lookEveryMs = 1500;

type Configured = Extract<Backups, { state: string }>;

const isBusy = (backups: Backups | undefined) =>
	backups?.folder != null && (backups.state === "running" || backups.state === "waiting");

/** When the last backup was made, and a button for one more. */
export function BackupPanel() {
	const { data, isError } = useQuery({
		queryKey,
		queryFn: ({ signal }) => parseResponse(endpoint.$get({}, { init: { signal } })),
		refetchInterval: ({ state }) => (isBusy(state.data) ? lookEveryMs : false),
		staleTime: 0,
	});
	const begin = useMutation({
		mutationFn: () => parseResponse(endpoint.$post()),
		onSuccess: (backups) => queryClient.setQueryData(queryKey, backups),
		meta: { failure: "The backup couldn't be started. Please try again." },
	});
	useFinishedToast(data);
	return (
		<Panel
			title="Backups"
			lead="A backup is one file with everything the site stores. Each one is read back and verified."
		>
			{isError && !data && <p role="alert">The backups couldn't be loaded. Reload the page.</p>}
			{!data && !isError && <Skeleton className="h-16" />}
			{data?.folder === null && (
				<p>
					No backups are being made. To get a backup every day, ask the person who runs your server to set{" "}
					<code>BACKUP_DIR</code>.
				</p>
			)}
			{data?.folder != null && (
				<>
					<p>
						{data.newest ? (
							<>
								Last backup: {formatMoment(data.newest.at)} (<RelativeTime at={data.newest.at} />
								), {sizeText(data.newest.bytes)}
							</>
						) : (
							"No backup yet."
						)}
					</p>
					<p className="text-muted-foreground">
						A backup is made every day and kept for {counted(data.keep, "day")}. Backups are in the folder{" "}
						<code className="wrap-anywhere">{data.folder}</code> on the server. Its setting is <code>BACKUP_DIR</code>.
					</p>
					{data.lacksRoom && (
						<p className="text-destructive">
							No backups are being made, because one would leave less than 2 GB free on the server's disk. Ask the
							person who runs your server to free up space or to set <code>BACKUP_DIR</code>.
						</p>
					)}
					<div role="status" className="grid gap-2 empty:-mt-3">
						<Progress backups={data} />
					</div>
					<DeskButton
						className="justify-self-start"
						busy={begin.isPending || isBusy(data)}
						onClick={() => begin.mutate()}
					>
						{isBusy(data) ? "Backing Up..." : "Back Up Now"}
					</DeskButton>
				</>
			)}
		</Panel>
	);
}

/** The size of the last backup shows how far this one is. The bar never promises the end. */
function Progress({ backups: { state, bytes, newest } }: { backups: Configured }) {
	if (state === "failed") {
		return (
			<p className="text-destructive">
				The last backup failed. The site will try again automatically. If it keeps failing, ask the person who runs your
				server to check its log.
			</p>
		);
	}
	if (state === "idle") return null;
	const done = newest && bytes ? Math.min(0.95, bytes / newest.bytes) : undefined;
	const text = bytes ? `${sizeText(bytes)} written` : "Reading the database";
	return (
		<>
			<p>{text}</p>
			<progress aria-label="Backup" value={done} max={1} className="h-2 w-full max-w-sm accent-primary" />
		</>
	);
}

/** For a backup that is new since this screen was opened. On a small site one is made faster than the screen looks. */
function useFinishedToast(backups: Backups | undefined): void {
	const known = useRef<string>(null);
	const newest = backups && "newest" in backups ? (backups.newest?.at ?? "none") : undefined;
	useEffect(() => {
		if (newest === undefined) return;
		if (known.current !== null && known.current !== newest) {
			toast({ title: "Backup Finished", description: "The file was read back and verified.", tone: "success" });
		}
		known.current = newest;
	}, [newest]);
}

function sizeText(bytes: number): string {
	const megabytes = bytes / 1_000_000;
	if (megabytes < 1) return `${Math.max(1, Math.round(bytes / 1000)).toLocaleString("en-US")} KB`;
	return `${megabytes.toLocaleString("en-US", { maximumFractionDigits: 1 })} MB`;
}
