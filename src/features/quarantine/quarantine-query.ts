import { queryOptions, useMutation } from "@tanstack/react-query";
import { type InferResponseType, parseResponse } from "hono/client";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { toast } from "#ui/toast.ts";

const endpoint = api.api.quarantine;

export type QuarantinedForm = InferResponseType<typeof endpoint.$get>["rows"][number];

const loadFailure = "Failed to load the submissions on hold. Please try again.";

export const quarantineQuery = queryOptions({
	queryKey: ["quarantine"],
	queryFn: async ({ signal }) => (await parseResponse(endpoint.$get({}, { init: { signal } }))).rows,
	meta: { failure: loadFailure },
});

/** The two decisions about a submission. Both remove it from the list. */
export function useDecisions(row: QuarantinedForm) {
	// The key of the counts begins with this one.
	const reload = () => queryClient.invalidateQueries({ queryKey: quarantineQuery.queryKey });
	const param = { id: row.id };
	const releasing = useMutation({
		mutationFn: () => parseResponse(endpoint[":id"].release.$post({ param })),
		async onSuccess() {
			await reload();
			toast({
				title: "Released",
				description: `The submission from ${row.name} has been added to the right list.`,
				tone: "success",
			});
		},
		meta: { failure: "Failed to release the submission. Please try again." },
	});
	const removal = useMutation({
		mutationFn: () => parseResponse(endpoint[":id"].$delete({ param })),
		async onSuccess() {
			await reload();
			toast({ title: "Deleted", description: `The submission from ${row.name} was deleted.`, tone: "success" });
		},
		meta: { failure: "Failed to delete the submission. Please try again." },
	});
	return { releasing, removal };
}
