import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { LogOut } from "lucide-react";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { api } from "#admin/session/api-client.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { toast } from "#ui/toast.ts";
import type { PresentedUser } from "./users.record.server.ts";

/** For a lost phone or a colleague who has left: ends every session of someone else's account. */
export function SignOutEverywhere({ user }: { user: PresentedUser }) {
	const { mutate, isPending } = useMutation({
		mutationFn: () => parseResponse(api.api.users[":id"].sessions.$delete({ param: { id: user.user_id } })),
		onSuccess() {
			const description = `${user.email} must sign in again on every device`;
			toast({ title: "Logged Out Everywhere", description, tone: "success" });
		},
		meta: { failure: "Failed to log this person out. Please try again." },
	});
	return (
		<ConfirmedAction
			title="Log Out Everywhere"
			subject={user.email}
			question="This person will be logged out on every device right away."
			consequence="The password won't change. If someone else may know it, ask this person to choose “Forgot password?” on the sign-in page."
			action="Log Out Everywhere"
			harmless
			onConfirm={mutate}
			button={
				<DeskButton
					busy={isPending}
					aria-label={`Log out ${user.full_name || user.email} everywhere`}
					title="Log Out Everywhere"
					className="md:w-8.5 md:justify-center md:px-0!"
					icon={LogOut}
				>
					{/* Words on a phone's card, an icon in a row. */}
					<span className="md:hidden">Log Out Everywhere</span>
				</DeskButton>
			}
		/>
	);
}
