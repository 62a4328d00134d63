import { useQuery } from "@tanstack/react-query";
import { useAuth } from "./auth-context.tsx";
import { profileQuery } from "./profile-query.ts";

/**
 * Whether to offer what only an admin may do: /bookings asks for a session alone, and would lead anybody else nowhere.
 * Comfort, not security: every endpoint asks for itself.
 */
export function useIsAdmin(): boolean {
	const { user, interrupted } = useAuth();
	const owner = user ?? interrupted;
	const { data } = useQuery({ ...profileQuery(owner?.id ?? ""), enabled: user !== null });
	return data?.role === "admin";
}
