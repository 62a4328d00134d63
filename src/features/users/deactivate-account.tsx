import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { UserRoundCheck, UserRoundMinus } from "lucide-react";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { toast } from "#ui/toast.ts";
import { invitationsQuery, usersList } from "./users.list.ts";
import type { PresentedUser } from "./users.record.server.ts";

/** For a colleague who has left: closes the account without losing what its owner has done, or opens it again. */
export function DeactivateAccount({ user }: { user: PresentedUser }) {
	const isClosed = user.status === "deactivated";
	const { mutate, isPending } = useMutation({
		mutationFn: (active: boolean) =>
			parseResponse(api.api.users[":id"].active.$patch({ param: { id: user.user_id }, json: { active } })),
		// The row may have changed before the response is here.
		onSuccess(saved, active) {
			usersList.storeRows([saved]);
			void queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
			toast({
				title: active ? "Account Reactivated" : "Account Deactivated",
				description: active ? `${user.email} can sign in again` : `${user.email} can no longer sign in`,
				tone: "success",
			});
		},
		meta: { failure: "Failed to change this account. Please try again." },
	});
	const Icon = isClosed ? UserRoundCheck : UserRoundMinus;
	const label = isClosed ? "Reactivate" : "Deactivate";
	return (
		<ConfirmedAction
			title={`${label} Account`}
			subject={user.email}
			question={
				isClosed
					? user.has_password
						? "This person will be able to sign in again with the same password and role."
						: "This person will be able to sign in again, with the same role, once they choose a password."
					: "This person will be logged out on every device right away and won't be able to sign in."
			}
			consequence={
				isClosed
					? undefined
					: "Their work stays. Invitations they sent will be revoked. You can reactivate the account at any time."
			}
			action={label}
			harmless={isClosed}
			onConfirm={() => mutate(isClosed)}
			button={
				<DeskButton
					busy={isPending}
					aria-label={`${label} ${user.full_name || user.email}`}
					title={label}
					className="md:w-8.5 md:justify-center md:px-0!"
					icon={Icon}
				>
					<span className="md:hidden">{label}</span>
				</DeskButton>
			}
		/>
	);
}
