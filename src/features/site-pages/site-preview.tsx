import { useMutation, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseResponse } from "hono/client";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { PreviewLinkDialog } from "#admin/editing/preview-link-dialog.tsx";
import { answerDeadline, api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const endpoint = api.api.site.preview;
const queryKey = ["site-preview"];
const createLink = () => parseResponse(endpoint.$post({}, { init: { signal: answerDeadline() } }));

/** The link is made when the site is edited for the first time in a week. */
const usePreviewLink = () =>
	useQuery({ queryKey, queryFn: async () => ({ link: await createLink() }), staleTime: Number.POSITIVE_INFINITY });

const widths = { Phone: 390, Desktop: 1440 };
type Width = keyof typeof widths;

type SitePreviewProps = {
	/** Of the page that is edited. */
	path: string;
	/** Changes with everything that is saved. */
	revision: number;
	/** @param field as `home/hero.lead` */
	onPick(field: string): void;
};

/** The page with its drafts, as a visitor would see it. */
export function SitePreview({ path, revision, onPick }: SitePreviewProps) {
	const { data, isError, refetch } = usePreviewLink();
	const [width, setWidth] = useState<Width>("Phone");
	const [isSharing, setSharing] = useState(false);
	const creation = useMutation({
		mutationFn: createLink,
		onSuccess: (link) => queryClient.setQueryData(queryKey, { link }),
		meta: { failure: "Failed to create the preview link. Please try again." },
	});
	if (!data) return isError ? <LoadFailure what="preview" onRetry={refetch} /> : <Skeleton className="h-96" />;
	const link: { path: string } | null = data.link;
	return (
		<section aria-label="Preview" className="grid gap-3">
			<div className="flex flex-wrap items-center gap-2">
				{(["Phone", "Desktop"] as const).map((each) => (
					<DeskButton
						key={each}
						aria-pressed={width === each}
						className="aria-pressed:bg-accent"
						onClick={() => setWidth(each)}
					>
						{each}
					</DeskButton>
				))}
				<DeskButton aria-haspopup="dialog" className="ml-auto" onClick={() => setSharing(true)}>
					Preview Link
				</DeskButton>
			</div>
			{link ? (
				<Frames address={link.path + path} revision={revision} width={widths[width]} onPick={onPick} />
			) : (
				<p>
					The preview link was revoked.{" "}
					<DeskButton busy={creation.isPending} onClick={() => creation.mutate()}>
						Create Link
					</DeskButton>
				</p>
			)}
			{isSharing && (
				<PreviewLinkDialog
					what="site"
					description="Anyone with the link can see the site with all its drafts."
					queryKey={queryKey}
					find={() => parseResponse(endpoint.$get({}))}
					create={creation}
					revoke={() => endpoint.$delete({})}
					onClose={() => setSharing(false)}
				/>
			)}
		</section>
	);
}

/** The hidden one of two frames loads what has changed, and comes to the front once it is there and where the other was. */
function Frames({
	address,
	revision,
	width,
	onPick,
}: Omit<SitePreviewProps, "path"> & { address: string; width: number }) {
	const box = useRef<HTMLDivElement>(null);
	const frames = [useRef<HTMLIFrameElement>(null), useRef<HTMLIFrameElement>(null)];
	/** None until the first has come. */
	const [front, setFront] = useState<number>();
	const size = useSize(box);
	const scale = Math.min(1, size.width / width);

	const load = useEffectEvent(() => frames[front === 0 ? 1 : 0]?.current?.contentWindow?.location.replace(address));
	// biome-ignore lint/correctness/useExhaustiveDependencies: whatever is saved may show on every page
	useEffect(() => void load(), [address, revision]);

	function handleLoad(index: number) {
		const page = frames[index]?.current?.contentWindow;
		if (!page || page.location.origin !== window.location.origin) return;
		page.document.querySelector("[data-preview-banner]")?.remove();
		page.document.addEventListener("click", pickField, true);
		if (index === front) return;
		const before = frames[1 - index]?.current?.contentWindow;
		if (before?.location.pathname === page.location.pathname)
			page.scrollTo({ top: before.scrollY, behavior: "instant" });
		setFront(index);
	}

	const pickField = (event: MouseEvent) => {
		// Of the frame's own realm, so it is no Element of this one.
		const element = event.target as Element | null;
		const field = element?.closest<HTMLElement>("[data-field]")?.dataset.field;
		if (!field) return;
		event.preventDefault();
		event.stopPropagation();
		onPick(field);
	};

	return (
		<div
			ref={box}
			className="relative h-[calc(100dvh-12rem)] min-h-96 overflow-hidden rounded-lg border border-border bg-card"
		>
			{front === undefined && <Skeleton className="absolute inset-0" />}
			{frames.map((frame, index) => (
				<iframe
					// biome-ignore lint/suspicious/noArrayIndexKey: two frames that take turns
					key={index}
					ref={frame}
					title={index === front ? "The page as it will be" : "The page as it is being drawn"}
					onLoad={() => handleLoad(index)}
					style={{ width, height: size.height / scale, transform: `scale(${scale})` }}
					className={clsx("absolute top-0 left-0 origin-top-left bg-white", index !== front && "invisible")}
				/>
			))}
		</div>
	);
}

function useSize(element: { current: HTMLElement | null }) {
	const [size, setSize] = useState({ width: 390, height: 600 });
	useEffect(() => {
		if (!element.current) return;
		const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
		observer.observe(element.current);
		return () => observer.disconnect();
	}, [element]);
	return size;
}
