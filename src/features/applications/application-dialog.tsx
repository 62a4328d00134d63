import { useState } from "react";
import { Fact, FactLink, Facts, MessageBox, RecordDialog } from "#admin/record/record-dialog.tsx";
import { RecordMails } from "#features/mails/record-mails.tsx";
import { RecordHistory } from "#features/people/person-history.tsx";
import { formatMoment } from "#lib/time/dates.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { applicationsList } from "./applications.list.ts";
import type { PresentedApplication } from "./applications.record.server.ts";
import { applicationStatusLabels, applicationStatusTones } from "./applications.schema.ts";
import { resumeExtension } from "./apply/resume-rules.ts";
import { DeleteApplication } from "./delete-application.tsx";
import { DownloadResume } from "./download-resume.tsx";
import { ResumePreview } from "./resume-preview.tsx";

export function ApplicationDialog({
	application,
	onClose,
}: {
	application: PresentedApplication;
	onClose: () => void;
}) {
	return (
		<RecordDialog
			list={applicationsList}
			row={application}
			history={<RecordHistory table="job_applications" id={application.id} email={application.applicant_email} />}
			title="Application Details"
			description={`Review application from ${application.applicant_name}`}
			notesPlaceholder="Add notes about this candidate..."
			actions={
				<>
					<DeleteApplication application={application} onDeleted={onClose} />
					{application.resume_url && <DownloadResume application={application} withText />}
				</>
			}
			onClose={onClose}
		>
			<Facts>
				<Fact label="Contact Information">
					<span className="font-semibold">{application.applicant_name}</span>
					<FactLink href={`mailto:${application.applicant_email}`}>{application.applicant_email}</FactLink>
					{application.applicant_phone && (
						<FactLink href={`tel:${application.applicant_phone}`}>{application.applicant_phone}</FactLink>
					)}
				</Fact>
				<Fact label="Position">{application.job_id}</Fact>
				<Fact label="Applied">
					{formatMoment(application.applied_at)}
					<StatusBadge tone={applicationStatusTones[application.status]} className="mt-1">
						{applicationStatusLabels[application.status]}
					</StatusBadge>
				</Fact>
			</Facts>
			{application.cover_letter && <MessageBox label="Cover Letter">{application.cover_letter}</MessageBox>}
			{application.resume_url && <Resume application={application} storedName={application.resume_url} />}
			<RecordMails table="job_applications" id={application.id} />
		</RecordDialog>
	);
}

/** Word files open in Word only. */
function Resume({ application, storedName }: { application: PresentedApplication; storedName: string }) {
	const [shown, setShown] = useState(false);
	const extension = resumeExtension(storedName);
	return (
		<section className="grid justify-items-start gap-2">
			<h3 className="font-semibold text-muted-foreground text-xs">Resume</h3>
			{extension !== "pdf" ? (
				<p className="text-muted-foreground">A {extension?.toUpperCase()} file. Download it to read it.</p>
			) : (
				<Button size="dense" variant="secondary" aria-expanded={shown} onClick={() => setShown(!shown)}>
					{shown ? "Hide Preview" : "Preview Resume"}
				</Button>
			)}
			{shown && <ResumePreview applicationId={application.id} name={application.applicant_name} />}
		</section>
	);
}
