import { useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { type ReactNode, useRef } from "react";
import { ApiError, api, authorizedFetch } from "#admin/session/api-client.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { profileQuery } from "#admin/session/profile-query.ts";
import { toast } from "#ui/toast.ts";
import { queryClient } from "./query-client.ts";

const endpoint = api.api.profile.picture;

/** The user's own uploaded picture: its address, and functions to change it. `input` has to be in the page. */
export function useProfilePicture() {
	const { user, owner } = useAuth();
	const key = profileQuery(owner?.id ?? "");
	const { data } = useQuery({ ...key, enabled: user !== null });

	const update = useMutation({
		async mutationFn(file: File) {
			const body = new FormData();
			body.set("picture", file);
			// The typed client can't send files.
			await authorizedFetch("/api/profile/picture", { method: "PUT", body });
		},
		async onSuccess() {
			await queryClient.invalidateQueries({ queryKey: key.queryKey });
			toast({ title: "Picture Updated", tone: "success" });
		},
		meta: { failure: (error) => ({ title: "Upload Error", description: reason(error) }) },
	});
	const remove = useMutation({
		mutationFn: () => parseResponse(endpoint.$delete()),
		onSuccess(profile) {
			queryClient.setQueryData(key.queryKey, profile);
			toast({ title: "Picture Removed", tone: "success" });
		},
		meta: { failure: "Failed to remove the picture. Please try again." },
	});
	return {
		address: data?.picture ?? undefined,
		isBusy: update.isPending || remove.isPending,
		...usePictureChooser(update.mutate),
		remove: () => remove.mutate(),
	};
}

/** Prefers the server's message, because it says which pictures are accepted. */
function reason(error: Error): string {
	if (error instanceof ApiError && error.isFromServer) return error.fields.picture ?? error.message;
	return "Failed to upload image";
}

/** Lets a menu open the browser's file picker. The input stays after the menu closes. */
function usePictureChooser(onChoose: (file: File) => void): { choose(): void; input: ReactNode } {
	const ref = useRef<HTMLInputElement>(null);
	const input = (
		<input
			ref={ref}
			type="file"
			aria-label="Profile picture"
			accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
			hidden
			onChange={(event) => {
				const file = event.target.files?.[0];
				if (file) onChoose(file);
				// Allows the same file to be chosen again after a failure.
				event.target.value = "";
			}}
		/>
	);
	return { choose: () => ref.current?.click(), input };
}
