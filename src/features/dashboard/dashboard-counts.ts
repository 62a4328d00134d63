import type { InferResponseType } from "hono/client";
import type { api } from "#admin/session/api-client.ts";

export type Counts = InferResponseType<typeof api.api.dashboard.$get>;
export type Trends = InferResponseType<typeof api.api.dashboard.trends.$get>;

export const formatCount = (count: number) => count.toLocaleString("en-US");
