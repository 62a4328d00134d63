import type { Session } from "@supabase/auth-js";
import { z } from "zod";

const claimsSchema = z.object({ session_id: z.string(), aal: z.enum(["aal1", "aal2"]).default("aal1") });

/** What a session's token says about itself. It is only for the screen, because anyone who has the browser can write it. */
export function readClaims({ access_token }: Pick<Session, "access_token">) {
	const [, payload = ""] = access_token.split(".");
	return claimsSchema.parse(JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))));
}

/** Whether the session of an account with a second factor has yet to take its second step. */
export const lacksSecondStep = (session: Session): boolean =>
	session.user.factors?.some(({ status, factor_type }) => status === "verified" && factor_type !== "recovery_code") ===
		true && readClaims(session).aal === "aal1";
