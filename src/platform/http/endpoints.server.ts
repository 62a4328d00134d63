import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import type { RouterRoute } from "hono/types";

/** Middleware is registered for all methods; an endpoint names its own. */
export const isEndpoint = (route: RouterRoute) => route.method !== "ALL";

/** As the access table and the log name it: "GET /api/posts/:id". */
export const endpointName = ({ method, path }: RouterRoute) => `${method} ${path}`;

/** The endpoint that answers a request: the first of those that it matches, as `/codes` before `/:id`. */
export const findEndpoint = (c: Context): RouterRoute | undefined => matchedRoutes(c).find(isEndpoint);
