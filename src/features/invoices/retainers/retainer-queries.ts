import { queryOptions, useMutation } from "@tanstack/react-query";
import { type InferResponseType, parseResponse } from "hono/client";
import { derivedKey } from "#admin/live/desk-counts.ts";
import { ApiError, api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { toast } from "#ui/toast.ts";
import { loadFailure, retainersList } from "./retainers.list.ts";
import type { PresentedRetainer } from "./retainers.record.server.ts";

const endpoint = api.api.retainers[":id"];
export type OpenRetainer = InferResponseType<typeof endpoint.$get, 200>["retainer"];

const retainerKey = (id: string) => [...derivedKey, "retainers", id];

/** With the invoices that it has written; kept live. */
export const retainerQuery = (id: string) =>
	queryOptions({
		queryKey: retainerKey(id),
		queryFn: async ({ signal }) =>
			(await parseResponse(endpoint.$get({ param: { id } }, { init: { signal } }))).retainer,
		staleTime: 0,
		// The screen itself says that it is gone.
		meta: { failure: (error) => (isGone(error) ? undefined : { title: "Error", description: loadFailure }) },
	});

export const isGone = (error: Error) => error instanceof ApiError && error.status === 404;

/** The toast for a failure: the server's own message, if there is one. */
export const failureToast = (text: string) => (error: Error) => ({
	title: "Error",
	description: error instanceof ApiError && error.isFromServer ? error.message : text,
});

/** Puts the server's answer into the cache: the retainer, and its row in the list. */
export function cacheRetainer(retainer: OpenRetainer): void {
	queryClient.setQueryData(retainerKey(retainer.id), retainer);
	retainersList.storeRows([retainer]);
}

const done = { pause: "Retainer Paused", resume: "Retainer Resumed", end: "Retainer Ended" } as const;
type Act = keyof typeof done;

export function useRetainerActions({ id, name: description }: PresentedRetainer, onDeleted?: () => void) {
	const change = useMutation({
		mutationFn: async (act: Act) => (await parseResponse(endpoint[act].$post({ param: { id } }))).retainer,
		onSuccess(retainer, act) {
			cacheRetainer(retainer);
			toast({ title: done[act], description, tone: "success" });
		},
		meta: { failure: failureToast("Failed to update retainer. Please try again.") },
	});
	const removal = useMutation({
		mutationFn: () => parseResponse(endpoint.$delete({ param: { id } })),
		onSuccess() {
			retainersList.removeRows([id]);
			toast({ title: "Retainer Deleted", description, tone: "success" });
			onDeleted?.();
		},
		meta: { failure: failureToast("Failed to delete retainer. Please try again.") },
	});
	return { change, removal };
}
