import { useMutation, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseResponse } from "hono/client";
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { ApiError, api } from "#admin/api-client.ts";
import { statusToneClass } from "#ui/badge.tsx";
import { toast } from "#ui/toast.ts";
import { type Role, roles } from "./users.schema.ts";
import { type UserRow, usersQuery } from "./users-query.ts";

const roleLabels: Record<Role, string> = { user: "User", admin: "Admin" };

/** The badge is the selector. The server decides; nobody changes their own role. */
export function RoleSelect({ user, own }: { user: UserRow; own: boolean }) {
	const noteId = useId();
	const client = useQueryClient();
	const change = useMutation({
		mutationFn: (role: Role) =>
			parseResponse(api.api.users[":id"].role.$patch({ param: { id: user.user_id }, json: { role } })),
		onSuccess: ({ role }) => {
			client.setQueryData(usersQuery.queryKey, (users) =>
				users?.map((other) => (other.id === user.id ? { ...other, role } : other)),
			);
			toast({ title: "Role Updated", description: `User role changed to ${role}`, tone: "success" });
		},
		onError: (error) => {
			const message = failureMessage(error);
			if (message) toast({ ...message, tone: "destructive" });
		},
	});
	// While it is being saved the choice is shown in place of what is still true.
	const shown = change.isPending ? change.variables : user.role;
	return (
		<>
			<span className="relative inline-grid items-center">
				<select
					aria-label={`Role of ${user.full_name || user.email}`}
					aria-describedby={own ? noteId : undefined}
					value={shown}
					disabled={own || change.isPending}
					onChange={({ target }) => {
						const role = roles.find((role) => role === target.value);
						if (role) change.mutate(role);
					}}
					className={clsx(
						"h-6 cursor-pointer appearance-none rounded-bowl pr-7 pl-2.75 font-semibold text-xs disabled:cursor-default max-md:h-9 max-md:pr-8 max-md:pl-3.5 max-md:text-base",
						statusToneClass(shown === "admin" ? "purple" : "grey"),
						change.isPending && "opacity-60",
					)}
				>
					{roles.map((role) => (
						<option key={role} value={role} className="bg-popover text-popover-foreground">
							{roleLabels[role]}
						</option>
					))}
				</select>
				{!own && <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-2 size-3" />}
			</span>
			{own && (
				<span id={noteId} className="text-muted-foreground text-xs max-lg:mt-1 max-lg:block lg:ml-2">
					Can't change own role
				</span>
			)}
		</>
	);
}

function failureMessage(error: Error): { title: string; description: string } | undefined {
	const title = "Error";
	const description = "Failed to update user role";
	if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return { title, description };
	// The dialog to sign in again says all there is to say.
	if (error.status === 401) return undefined;
	if (error.code === "own_role") {
		return { title: "Cannot Change Own Role", description: "You cannot demote yourself from admin" };
	}
	return { title, description: `${description}. ${error.message}` };
}
