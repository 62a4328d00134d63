import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { MailPlus } from "lucide-react";
import { useState } from "react";
import { useSchemaForm } from "#admin/editing/schema-form.ts";
import { ApiError, api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { MailMissingNote, useIsMailMissing } from "#features/mails/mail-strip.tsx";
import { AccessFields } from "#features/users/access-dialog.tsx";
import { invitationsQuery, roleLabels } from "#features/users/users.list.ts";
import { roles } from "#features/users/users.schema.ts";
import { PrimaryButton } from "#ui/desk-buttons.tsx";
import { Dialog, DialogContent, DialogForm, DialogTrigger, focusFirstField } from "#ui/dialog.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";
import { failureOf } from "./invitation-list.tsx";
import { type InvitationInput, invitationDays, invitationInputSchema } from "./invitations.schema.ts";

/** Sends someone a link to create an account that has a role from the beginning. */
export function InviteDialog() {
	const [open, setOpen] = useState(false);
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>
				<PrimaryButton icon={MailPlus}>Invite</PrimaryButton>
			</DialogTrigger>
			<DialogContent
				title="Invite Someone"
				description={`They'll get an email with a link to enter their name and choose a password. The link expires in ${invitationDays} days.`}
				size="sm"
				onOpenAutoFocus={focusFirstField}
			>
				<InviteForm onClose={() => setOpen(false)} />
			</DialogContent>
		</Dialog>
	);
}

const explainFailure = failureOf("Failed to send the invitation.");

const roleOptions = roles.map((role) => ({ value: role, label: roleLabels[role] }));

function InviteForm({ onClose }: { onClose(): void }) {
	const isMailMissing = useIsMailMissing();
	const { form, field, submitting, showRefusal } = useSchemaForm(invitationInputSchema, { email: "", areas: null });
	const [role, areas = null] = form.watch(["role", "areas"]);
	const { mutate, isPending } = useMutation({
		mutationFn: (json: InvitationInput) => parseResponse(api.api.invitations.$post({ json })),
		async onSuccess({ email }) {
			await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
			const description = `${email} has ${invitationDays} days to accept it.`;
			toast(
				isMailMissing
					? { title: "Invitation Kept as a File", description: `Email isn't set up, so ${email} won't get it.` }
					: { title: "Invitation Sent", description, tone: "success" },
			);
			onClose();
		},
		onError: showRefusal,
		meta: {
			// What is wrong with the address is said at its field.
			failure: (error) => (error instanceof ApiError && error.fields.email ? undefined : explainFailure(error)),
		},
	});

	return (
		<DialogForm
			submit={isPending ? "Sending..." : "Send Invitation"}
			busy={isPending}
			onSubmit={submitting(
				(input) => mutate(input),
				(missing) => `Please fill in ${missing.join(" and ")}.`,
			)}
		>
			<MailMissingNote />
			<TextField label="Email" type="email" autoComplete="off" {...field("email")} />
			<SelectField
				label="Role"
				placeholder="Choose a role"
				options={roleOptions}
				hint="Admins can see and change everything, unless you limit them. Users can sign in but can't see the back office."
				{...field("role")}
			/>
			{role === "admin" && <AccessFields value={areas} onChange={(value) => form.setValue("areas", value)} />}
		</DialogForm>
	);
}
