import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { authorizedFetch } from "#admin/session/api-client.ts";
import { saveFile } from "#admin/table/save-file.ts";
import { DeskButton, iconButton } from "#ui/desk-buttons.tsx";
import type { PresentedApplication } from "./applications.record.server.ts";
import { resumeDownloadName } from "./apply/resume-rules.ts";

/** Downloads the resume with fetch, because a link can't carry the bearer token. Only an icon without its text. */
export function DownloadResume({
	application,
	withText = false,
}: {
	application: PresentedApplication;
	withText?: boolean;
}) {
	const { mutate, isPending } = useMutation({
		mutationFn: () => fetchResume(application.id),
		onSuccess: (resume) =>
			saveFile(resume, resumeDownloadName(application.applicant_name, application.resume_url ?? "")),
		meta: { failure: "Failed to download resume", reads: true },
	});
	return (
		<DeskButton
			busy={isPending}
			onClick={() => mutate()}
			{...(!withText && {
				"aria-label": `Download resume of ${application.applicant_name}`,
				title: "Download Resume",
				className: iconButton,
			})}
			icon={Download}
		>
			{withText && "Download Resume"}
		</DeskButton>
	);
}

export async function fetchResume(applicationId: string, signal?: AbortSignal): Promise<Blob> {
	const response = await authorizedFetch(`/api/applications/${applicationId}/resume`, signal && { signal });
	return response.blob();
}
