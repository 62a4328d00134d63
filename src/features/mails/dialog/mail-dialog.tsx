import { useQuery } from "@tanstack/react-query";
import { OpenDialog } from "#admin/editing/open-dialog.tsx";
import { Fact, Facts } from "#admin/record/record-dialog.tsx";
import { mailKindLabels, mailStatusLabels, mailStatusTones } from "#features/mails/mail-kinds.ts";
import { transportQuery } from "#features/mails/mail-strip.tsx";
import type { PresentedMail } from "#features/mails/mails.record.server.ts";
import { mailState, SendAgainButton } from "#features/mails/record-mails.tsx";
import { formatMoment } from "#lib/time/dates.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { DialogBody, DialogCancel, DialogFooter } from "#ui/dialog.tsx";
import { MailMessage } from "./mail-message.tsx";

export function MailDialog({ mail, onClose }: { mail: PresentedMail; onClose: () => void }) {
	const { data: transport } = useQuery(transportQuery);
	return (
		<OpenDialog title={mail.subject} onClose={onClose}>
			<DialogBody className="grid gap-5">
				<Facts>
					<Fact label="To">{mail.recipient}</Fact>
					<Fact label="Kind">
						{mailKindLabels[mail.kind]}
						<span className="text-muted-foreground">Queued {formatMoment(mail.queued_at)}</span>
					</Fact>
					<Fact label="Status">
						<StatusBadge tone={mailStatusTones[mail.status]}>{mailStatusLabels[mail.status]}</StatusBadge>
						<span className="text-muted-foreground">{mailState(mail)}</span>
					</Fact>
				</Facts>
				{transport?.folder && <MailMessage id={mail.id} version={mail.updated_at} />}
				{transport?.server && (
					<p className="text-muted-foreground">
						Emails are sent through {transport.server}. Their contents aren't shown here.
					</p>
				)}
			</DialogBody>
			<DialogFooter>
				<DialogCancel>Close</DialogCancel>
				{mail.may_go_again && <SendAgainButton mail={mail} />}
			</DialogFooter>
		</OpenDialog>
	);
}
