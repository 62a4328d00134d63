import { z } from "zod";

export const roles = ["user", "admin"] as const;
export type Role = (typeof roles)[number];

export const roleChangeSchema = z.object({ role: z.enum(roles, { error: "Please choose a role." }) });

/** Case-insensitive substring search over what the list shows of a user. */
export function matchesUser(user: { full_name: string | null; email: string; role: Role }, search: string): boolean {
	const wanted = search.trim().toLowerCase();
	return [user.full_name ?? "", user.email, user.role].some((text) => text.toLowerCase().includes(wanted));
}
