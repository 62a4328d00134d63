import { Hono } from "hono";
import type { Deps } from "#platform/deps.server.ts";

/** Every endpoint of the product, by address. The pages' own loaders and actions are in routes.ts. */
export function createApi(_deps: Deps) {
	return new Hono();
}

export type Api = ReturnType<typeof createApi>;
