import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { deleteOpenRecord } from "#admin/record/record-deletion.ts";
import { api } from "#admin/session/api-client.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";
import { applicationsList } from "./applications.list.ts";
import type { PresentedApplication } from "./applications.record.server.ts";

/** Permanently deletes an application and its resume. */
export function DeleteApplication({
	application: { id, applicant_name },
	onDeleted,
}: {
	application: PresentedApplication;
	onDeleted(): void;
}) {
	const { mutate, isPending } = useMutation({
		mutationFn: () => deleteOpenRecord(id, () => api.api.applications[":id"].$delete({ param: { id } })),
		onSuccess() {
			onDeleted();
			applicationsList.removeRows([id]);
			const description = `The application from ${applicant_name} and its resume have been deleted`;
			toast({ title: "Application Deleted", description, tone: "success" });
		},
		meta: { failure: "Failed to delete application. Please try again." },
	});

	return (
		<ConfirmedAction
			title="Delete Application"
			subject={applicant_name}
			question="Are you sure you want to delete this application and its resume?"
			consequence="Its emails will be deleted, too. This can't be undone."
			action="Delete"
			onConfirm={mutate}
			button={
				<Button size="dense" variant="ghost" busy={isPending} className="mr-auto text-destructive">
					<Trash2 aria-hidden className="size-4" strokeWidth={1.75} />
					Delete
				</Button>
			}
		/>
	);
}
