import type { Factor, Session } from "@supabase/auth-js";
import { queryOptions } from "@tanstack/react-query";
import { isStepNeeded } from "#admin/session/api-client.ts";
import { authClient } from "#admin/session/auth.client.ts";
import { profileQuery } from "#admin/session/profile-query.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { dataOf } from "#admin/session/verification.ts";

/**
 * The factors with which a session has to take its second step, none of them where one has to be set up first; null where
 * nothing is asked of it. The server is asked: what the browser keeps of factors is as old as its storage.
 */
export const secondStepQuery = (session: Session) =>
	queryOptions({
		queryKey: ["second-step", session.access_token],
		queryFn: async (): Promise<Factor[] | null> => {
			const level = dataOf(await authClient.mfa.getAuthenticatorAssuranceLevel(session.access_token));
			if (level.currentLevel !== level.nextLevel) return verifiedFactors();
			try {
				await queryClient.fetchQuery(profileQuery(session.user.id));
				return null;
			} catch (error) {
				if (isStepNeeded(error)) return verifiedFactors();
				throw error;
			}
		},
		// A step that was taken makes another token.
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});

async function verifiedFactors(): Promise<Factor[]> {
	return dataOf(await authClient.mfa.listFactors()).all.filter(({ status }) => status === "verified");
}
