import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { api } from "#admin/api-client.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import type { PresentedUser } from "./users.server.ts";

/** For a lost phone or a colleague who has left: ends every session of somebody else's account. */
export function SignOutEverywhere({ user }: { user: PresentedUser }) {
	const [open, setOpen] = useState(false);
	const { mutate, isPending } = useMutation({
		mutationFn: () => api.api.users[":id"].sessions.$delete({ param: { id: user.user_id } }),
		onSuccess() {
			setOpen(false);
			const description = `${user.email} has to sign in again on every device`;
			toast({ title: "Signed Out Everywhere", description, tone: "success" });
		},
		meta: { failure: "Failed to sign this person out. Please try again." },
	});
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>
				<Button
					size="dense"
					variant="secondary"
					aria-label={`Sign out ${user.full_name || user.email} everywhere`}
					title="Sign Out Everywhere"
					className="md:w-8.5 md:justify-center md:px-0!"
				>
					<LogOut aria-hidden className="size-4" strokeWidth={1.75} />
					{/* Words on a phone's card, an icon in a row. */}
					<span className="md:hidden">Sign Out Everywhere</span>
				</Button>
			</DialogTrigger>
			<DialogContent title="Sign Out Everywhere" size="sm">
				<DialogBody>
					<p>
						<strong className="wrap-anywhere font-semibold">{user.email}</strong> is signed out on every device, at
						once.
					</p>
					<p className="mt-2 text-muted-foreground">
						The password stays as it is. If somebody else may know it, this person should choose a new one by way of
						“Forgot password?”.
					</p>
				</DialogBody>
				<DialogFooter>
					<DialogClose asChild>
						<Button size="dense" variant="secondary">
							Cancel
						</Button>
					</DialogClose>
					<Button size="dense" busy={isPending} onClick={() => mutate()}>
						{isPending ? "Signing Out..." : "Sign Out Everywhere"}
					</Button>
				</DialogFooter>
			</DialogContent>
		</Dialog>
	);
}
