import { parseResponse } from "hono/client";
import { defineReadOnlyList } from "#admin/lists/list.ts";
import { createSearch } from "#admin/lists/list-search.ts";
import { api } from "#admin/session/api-client.ts";
import type { PresentedRetainer } from "./retainers.record.server.ts";
import { retainerRecord } from "./retainers.record.ts";

export const retainersPath = retainerRecord.list.path;
export const loadFailure = "Failed to load retainers. Please try again.";

export const retainersList = defineReadOnlyList<PresentedRetainer>({
	record: retainerRecord,
	loadPage: (query) => parseResponse(api.api.retainers.$get({ query })),
	failures: { load: loadFailure },
});

export const retainersSearch = createSearch<PresentedRetainer>((row) =>
	retainerRecord.search.in.map((column) => row[column]),
);
