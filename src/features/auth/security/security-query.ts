import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { api } from "#admin/session/api-client.ts";
import { authClient } from "#admin/session/auth.client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { dataOf } from "#admin/session/verification.ts";
import { arePasskeysOffered } from "./passkey-support.ts";

const securityKey = ["security"];

/** All that the screen Security shows. */
export const securityQuery = queryOptions({
	queryKey: [...securityKey, "screen"],
	queryFn: async () => {
		const factors = dataOf(await authClient.mfa.listFactors());
		const [passkeys, codes, { sessions }] = await Promise.all([
			arePasskeysOffered() ? authClient.passkey.list().then(dataOf) : [],
			factors.recovery_code.length > 0 ? authClient.mfa.recoveryCodes.getStatus().then(dataOf) : null,
			parseResponse(api.api.sessions.$get()),
		]);
		return { passkeys, codes, sessions, apps: factors.totp };
	},
	staleTime: 0,
});

/** After a change of factors: what the browser keeps of them is as old as its session. */
export async function refreshSecurity(): Promise<void> {
	await authClient.refreshSession();
	await queryClient.invalidateQueries({ queryKey: securityKey });
}

export type Security = Awaited<ReturnType<NonNullable<typeof securityQuery.queryFn>>>;
