import { useEffect, useRef, useState } from "react";
import { Fact, MessageBox } from "#admin/record/record-dialog.tsx";
import { useHasRoom } from "#admin/table/viewport.ts";
import { ReplyButton } from "#features/threads/desk/reply-button.tsx";
import { RequestDialog } from "#features/threads/desk/request-dialog.tsx";
import { formatMoment } from "#lib/time/dates.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { applicantOf, applicationsList } from "./applications.list.ts";
import type { PresentedApplication } from "./applications.record.server.ts";
import { resumeExtension } from "./apply/resume-rules.ts";
import { DeleteApplication } from "./delete-application.tsx";
import { DownloadResume } from "./download-resume.tsx";
import { PositionTitle } from "./positions.tsx";
import { canPreview, ResumePreview } from "./resume-preview.tsx";

type ApplicationDialogProps = { application: PresentedApplication; onClose: () => void };

export function ApplicationDialog({ application, onClose }: ApplicationDialogProps) {
	return (
		<RequestDialog
			table="job_applications"
			list={applicationsList}
			row={application}
			person={applicantOf(application)}
			personLabel="Contact Information"
			facts={
				<>
					<Fact label="Position">
						<PositionTitle slug={application.job_id} />
						<span className="text-muted-foreground text-xs">{application.job_id}</span>
					</Fact>
					<Fact label="Applied">{formatMoment(application.applied_at)}</Fact>
				</>
			}
			title="Application Details"
			description={`Review application from ${application.applicant_name}`}
			notesPlaceholder="Add notes about this candidate..."
			actions={
				<>
					<DeleteApplication application={application} onDeleted={onClose} />
					{application.resume_url && <DownloadResume application={application} withText />}
					<ReplyButton table="job_applications" id={application.id} />
				</>
			}
			aside={application.resume_url && <Resume application={application} storedName={application.resume_url} />}
			onClose={onClose}
		>
			{application.cover_letter && <MessageBox label="Cover Letter">{application.cover_letter}</MessageBox>}
		</RequestDialog>
	);
}

/** Word files open in Word only, and not every browser shows a PDF within a page. On small screens the preview waits for a press, because it fills them. */
function Resume({ application, storedName }: { application: PresentedApplication; storedName: string }) {
	const [wanted, setWanted] = useState(false);
	const kind = resumeExtension(storedName);
	const isShowable = kind === "pdf" && canPreview();
	const shown = useHasRoom() || wanted;
	const section = useRef<HTMLElement>(null);
	// The preview opens mostly below the bar of actions.
	useEffect(() => {
		if (wanted) section.current?.scrollIntoView();
	}, [wanted]);
	return (
		<section ref={section} data-reading className="grid scroll-mt-3 justify-items-start gap-2">
			<h3 className="font-semibold text-muted-foreground text-xs">Resume</h3>
			{!isShowable && (
				<p className="text-muted-foreground">
					{kind === "pdf"
						? "This browser doesn't show PDF files within a page. Download the resume to read it."
						: `This resume is a ${kind?.toUpperCase()} file. Download it to read it.`}
				</p>
			)}
			{isShowable && !shown && <DeskButton onClick={() => setWanted(true)}>Preview Resume</DeskButton>}
			{isShowable && shown && <ResumePreview applicationId={application.id} name={application.applicant_name} />}
		</section>
	);
}
