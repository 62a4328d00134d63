import type { Context } from "hono";
import { deviceLabel } from "#lib/device-label.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { clientAddress } from "./rate-limits.server.ts";

/** From where, and with what, somebody calls: as it is noted of sign-ins and the like, and nowhere else. */
export type Client = { address: string; device: string };

export const clientOf = (c: Context, { trustedProxies }: Pick<Settings, "trustedProxies">): Client => ({
	address: clientAddress(c, trustedProxies),
	device: deviceLabel(c.req.header("User-Agent")),
});
