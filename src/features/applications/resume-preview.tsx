import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Skeleton } from "#ui/skeleton.tsx";
import { fetchResume } from "./download-resume.tsx";

/** False in a browser that would store a PDF in place of showing it, as most phones do. */
export const canPreview = (): boolean => navigator.pdfViewerEnabled;

/** Shows a PDF in the browser's viewer. Always declared as a PDF, it can never run as a page of this site. */
export function ResumePreview({ applicationId, name }: { applicationId: string; name: string }) {
	const { data: resume, isError } = useQuery({
		queryKey: ["resume", applicationId],
		queryFn: ({ signal }) => fetchResume(applicationId, signal),
		// Personal data, so it is not kept any longer than it is shown.
		gcTime: 0,
		staleTime: Number.POSITIVE_INFINITY,
		meta: { failure: "Failed to download resume" },
	});
	const address = useObjectUrl(resume);
	if (isError) return <p className="text-destructive">Failed to download resume</p>;
	if (!address)
		return <Skeleton className="h-[min(60vh,36rem)] w-full rounded-sm lg:h-[max(20rem,calc(100dvh-17rem))]" />;
	return (
		<iframe
			title={`Resume of ${name}`}
			// The viewer keeps the keyboard after a click: the dialog's keys work again once the pointer has left it.
			onPointerLeave={({ currentTarget }) => {
				const reading = currentTarget.closest<HTMLElement>("[tabindex='-1']");
				if (document.activeElement === currentTarget) reading?.focus({ preventScroll: true });
			}}
			// Hides the viewer's side panel, for which a dialog has no space.
			src={`${address}#navpanes=0`}
			className="h-[min(60vh,36rem)] w-full rounded-sm border lg:h-[max(20rem,calc(100dvh-17rem))] border-border bg-muted focus:outline-2 focus:outline-ring focus:outline-offset-2"
		/>
	);
}

function useObjectUrl(content: Blob | undefined): string | undefined {
	const [address, setAddress] = useState<string>();
	useEffect(() => {
		if (!content) return;
		const created = URL.createObjectURL(new Blob([content], { type: "application/pdf" }));
		setAddress(created);
		return () => URL.revokeObjectURL(created);
	}, [content]);
	return address;
}
