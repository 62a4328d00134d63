import { Dialog, DialogBody, DialogContent } from "#ui/dialog.tsx";
import { GeneralApplicationForm } from "./general-application-form.tsx";

type GeneralApplicationDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function GeneralApplicationDialog({ open, onOpenChange }: GeneralApplicationDialogProps) {
	return (
		<Dialog open={open} onOpenChange={onOpenChange}>
			<DialogContent title="Send Your Resume" description="Apply without choosing a position.">
				<DialogBody className="scroll-pb-24">
					<GeneralApplicationForm inDialog answer={undefined} onSaved={() => onOpenChange(false)} />
				</DialogBody>
			</DialogContent>
		</Dialog>
	);
}
