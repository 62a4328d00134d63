import { useQuery } from "@tanstack/react-query";
import { useAuth } from "./auth-context.tsx";
import { profileQuery } from "./profile-query.ts";

/**
 * Whether to offer actions for admins only. /bookings requires just a session, so other users would get links that lead
 * nowhere. This is for convenience, not security: every endpoint checks the role itself.
 */
export function useIsAdmin(): boolean {
	const { user, owner } = useAuth();
	const { data } = useQuery({ ...profileQuery(owner?.id ?? ""), enabled: user !== null });
	return data?.role === "admin";
}
