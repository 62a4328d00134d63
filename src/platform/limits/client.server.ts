import type { Context } from "hono";
import { deviceLabel } from "#lib/device-label.ts";
import type { Settings } from "#platform/process/settings.server.ts";
import { clientAddress } from "./rate-limits.server.ts";

/**
 * The caller's address and browser, which are noted only for sign-ins and similar events. `deviceId` is the random id that a
 * browser keeps for itself, if it sends one.
 */
export type Client = { address: string; device: string; deviceId?: string };

/** 16 random bytes, base64url. */
const deviceIdForm = /^[\w-]{22}$/;

export function clientOf(c: Context, { trustedProxies }: Pick<Settings, "trustedProxies">): Client {
	const deviceId = c.req.header("X-Device") ?? "";
	return {
		address: clientAddress(c, trustedProxies),
		device: deviceLabel(c.req.header("User-Agent")),
		...(deviceIdForm.test(deviceId) && { deviceId }),
	};
}
