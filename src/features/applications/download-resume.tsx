import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "#ui/button.tsx";
import type { PresentedApplication } from "./applications.server.ts";
import { resumeDownloadName } from "./apply/resume-rules.ts";
import { fetchResume } from "./fetch-resume.ts";

/** Fetched with the bearer token, which a link cannot carry, and then saved; an icon alone where there is no room. */
export function DownloadResume({
	application,
	withText = false,
}: {
	application: PresentedApplication;
	withText?: boolean;
}) {
	const { mutate, isPending } = useMutation({
		mutationFn: () => fetchResume(application.id),
		onSuccess: (resume) => save(resume, resumeDownloadName(application.applicant_name, application.resume_url ?? "")),
		meta: { failure: "Failed to download resume" },
	});
	return (
		<Button
			size="dense"
			variant="secondary"
			busy={isPending}
			onClick={() => mutate()}
			{...(!withText && {
				"aria-label": `Download resume of ${application.applicant_name}`,
				title: "Download Resume",
				className: "w-11 justify-center px-0! md:w-8.5",
			})}
		>
			<Download aria-hidden className="size-4" strokeWidth={1.75} />
			{withText && "Download Resume"}
		</Button>
	);
}

function save(content: Blob, name: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(content);
	link.download = name;
	link.click();
	// The browser has taken the address by the time the click is over, but may read from it only later.
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
