import { useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useSchemaForm } from "#admin/editing/schema-form.ts";
import { Panel } from "#admin/record/panel.tsx";
import { describeAccount } from "#admin/session/account.ts";
import { api } from "#admin/session/api-client.ts";
import { authClient } from "#admin/session/auth.client.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { useProfilePicture } from "#admin/session/profile-picture.tsx";
import { profileQuery } from "#admin/session/profile-query.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { ownProfileSchema } from "#features/users/users.schema.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { ButtonLink, DeskButton, SubmitButton } from "#ui/desk-buttons.tsx";
import { TextField } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";

/** The caller's own name and picture, and the way to password and second step. */
export function ProfilePanel() {
	const { user } = useAuth();
	const { data } = useQuery({ ...profileQuery(user?.id ?? ""), enabled: user !== null });
	return (
		<Panel
			title="Your Profile"
			lead="Colleagues see your name and picture next to what you do. Clients see your name on your replies."
		>
			{user && data ? (
				<>
					<Picture />
					<NameForm userId={user.id} name={data.full_name ?? ""} />
					<p>
						<span className="text-muted-foreground">Email address</span> {data.email}
					</p>
					<ButtonLink to="/account/security" className="justify-self-start">
						Password and Security
					</ButtonLink>
				</>
			) : (
				<Skeleton className="h-40" />
			)}
		</Panel>
	);
}

function Picture() {
	const { user } = useAuth();
	const picture = useProfilePicture();
	if (!user) return null;
	const account = describeAccount(user, window.location.origin);
	return (
		<div className="flex flex-wrap items-center gap-2">
			{picture.input}
			<Avatar source={picture.address ?? account.picture} initials={account.initials} />
			<DeskButton busy={picture.isBusy} onClick={picture.choose}>
				{picture.address ? "Change Picture" : "Add a Picture"}
			</DeskButton>
			{picture.address && (
				<Button size="dense" variant="ghost" busy={picture.isBusy} onClick={picture.remove}>
					Remove Picture
				</Button>
			)}
		</div>
	);
}

function NameForm({ userId, name }: { userId: string; name: string }) {
	const { form, field, showRefusal } = useSchemaForm(ownProfileSchema, { full_name: name });
	const { mutate, isPending } = useMutation({
		mutationFn: (full_name: string | null) => parseResponse(api.api.profile.$patch({ json: { full_name } })),
		async onSuccess(profile) {
			queryClient.setQueryData(profileQuery(userId).queryKey, profile);
			form.reset({ full_name: profile.full_name ?? "" });
			toast(
				profile.full_name
					? { title: "Name Saved", tone: "success" }
					: { title: "Name Removed", description: "Colleagues see your email address instead.", tone: "success" },
			);
			// The session names its owner, too. If it can't be renewed now, it will be within the hour.
			await authClient.refreshSession();
		},
		onError: showRefusal,
		meta: { failure: "Failed to save your name. Please try again." },
	});
	return (
		<form
			noValidate
			data-unsaved={form.formState.isDirty || undefined}
			className="flex flex-wrap items-end gap-2"
			onSubmit={form.handleSubmit(({ full_name }) => mutate(full_name))}
		>
			<TextField label="Full Name" autoComplete="name" className="min-w-0 grow sm:max-w-sm" {...field("full_name")} />
			<SubmitButton busy={isPending}>{isPending ? "Saving..." : "Save Name"}</SubmitButton>
		</form>
	);
}
