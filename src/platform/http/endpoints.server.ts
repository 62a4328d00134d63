import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import type { RouterRoute } from "hono/types";

/** Middleware is registered for all methods; an endpoint names its own. */
export const isEndpoint = (route: RouterRoute) => route.method !== "ALL";

/** As the access table and the log name it: "GET /api/posts/:id". */
export const endpointName = ({ method, path }: RouterRoute) => `${method} ${path}`;

/** The endpoint that a request matches. */
export const findEndpoint = (c: Context): RouterRoute | undefined => matchedRoutes(c).findLast(isEndpoint);
