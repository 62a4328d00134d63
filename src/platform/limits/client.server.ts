import type { Context } from "hono";
import { deviceLabel } from "#lib/device-label.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { clientAddress } from "./rate-limits.server.ts";

/** The caller's address and browser, which are noted only for sign-ins and similar events. */
export type Client = { address: string; device: string };

export const clientOf = (c: Context, { trustedProxies }: Pick<Settings, "trustedProxies">): Client => ({
	address: clientAddress(c, trustedProxies),
	device: deviceLabel(c.req.header("User-Agent")),
});
