import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useId, useState } from "react";
import { QuestionDialog } from "#admin/editing/question-dialog.tsx";
import { ApiError, api } from "#admin/session/api-client.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { queryClient } from "#admin/session/query-client.ts";
import { StatusSelect } from "#admin/table/status-select.tsx";
import { MailMissingNote, useIsMailMissing } from "#features/mails/mail-strip.tsx";
import { accessText } from "#lib/access/areas.ts";
import type { StatusTone } from "#lib/status.ts";
import { Button } from "#ui/button.tsx";
import { DialogCancel } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import { invitationsQuery, roleLabels, usersList } from "./users.list.ts";
import type { PresentedUser } from "./users.record.server.ts";
import type { Role } from "./users.schema.ts";

export const useIsOwn = ({ user_id }: PresentedUser): boolean => user_id === useAuth().owner?.id;

const roleTones: Record<Role, StatusTone> = { user: "grey", admin: "purple" };

/**
 * The badge is the selector. The server decides: users can't change their own role, no one gets a role before the email
 * address is confirmed, and a new admin has to choose a password with an emailed link. Because that can't be undone, and an
 * arrow key is enough to choose, both changes are asked for.
 */
export function RoleSelect({ user }: { user: PresentedUser }) {
	const own = useIsOwn(user);
	const noteId = useId();
	const change = useMutation({
		mutationFn: (role: Role) =>
			parseResponse(api.api.users[":id"].role.$patch({ param: { id: user.user_id }, json: { role } })),
		onSuccess: (saved) => {
			usersList.storeRows([saved]);
			// A demotion ends the invitations that this admin has sent.
			void queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
			toast({ title: "Role Updated", description: `User role changed to ${saved.role}`, tone: "success" });
		},
		meta: { failure: failureMessage },
	});
	const [asked, setAsked] = useState<Role>();
	const close = () => setAsked(undefined);
	const note = roleNote(user, own, useIsMailMissing());

	function handleConfirm() {
		close();
		if (asked) change.mutate(asked);
	}

	return (
		<div className="md:flex md:items-center md:gap-2">
			<StatusSelect
				label={`Role of ${user.full_name || user.email}`}
				// While it is being saved, the choice is shown in place of the stored role.
				value={change.isPending ? change.variables : user.role}
				labels={roleLabels}
				tones={roleTones}
				saving={change.isPending}
				fixed={own || (user.status !== "confirmed" && user.role === "user")}
				noteId={note && noteId}
				onChange={setAsked}
			/>
			<span
				id={noteId}
				// In the page before its text, so that screen readers announce the consequence of a change.
				role={change.isIdle ? undefined : "status"}
				className="text-muted-foreground text-xs leading-tight max-md:ml-auto max-md:block max-md:max-w-32 max-md:not-empty:mt-1"
			>
				{note}
			</span>
			{asked && (
				<QuestionDialog
					title={asked === "admin" ? "Make Admin" : "Remove Admin Role"}
					onClose={close}
					answers={
						<>
							<DialogCancel />
							<Button size="dense" variant={asked === "admin" ? "primary" : "destructive"} onClick={handleConfirm}>
								{asked === "admin" ? "Make Admin" : "Remove Role"}
							</Button>
						</>
					}
				>
					<p className="font-semibold">{user.email}</p>
					{asked === "admin" ? (
						<>
							<p>
								{user.areas
									? `Their access will be limited to ${accessText(user.areas)}, as before.`
									: "Admins see and change everything here, including roles."}
							</p>
							<p className="text-muted-foreground">
								Their password will stop working. We'll email them a link to choose a new one.
							</p>
							<MailMissingNote />
						</>
					) : (
						<>
							<p>They will no longer see the back office. Invitations they sent will be revoked.</p>
							<p className="text-muted-foreground">To become an admin again, they will need a new password.</p>
						</>
					)}
				</QuestionDialog>
			)}
		</div>
	);
}

function roleNote({ status, has_password }: PresentedUser, own: boolean, isMailMissing = false): string | undefined {
	if (own) return "Can't change own role";
	if (status === "unconfirmed") return "Can be changed once they confirm their email address";
	if (has_password || status === "deactivated") return undefined;
	return isMailMissing ? "Has no password: the link is under Email" : "Was emailed a link to choose a password";
}

function failureMessage(error: Error): { title: string; description: string } {
	const title = "Error";
	const description = "Failed to update user role";
	if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return { title, description };
	if (error.code === "own_role") {
		return { title: "Cannot Change Own Role", description: "You cannot demote yourself from admin" };
	}
	return { title, description: `${description}. ${error.message}` };
}
