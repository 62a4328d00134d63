import { expect, test } from "vitest";
import { queryClient } from "#admin/session/query-client.ts";
import { deleteOpenRecord, isLeaving, writeAbout } from "./record-deletion.ts";

test("a deletion waits for what the dialog writes, and ends what it reads", async () => {
	const order: string[] = [];
	const draft = Promise.withResolvers<void>();
	const writing = writeAbout("a", () => draft.promise.then(() => order.push("draft saved")));
	let reading: AbortSignal | undefined;
	void queryClient
		.fetchQuery({
			queryKey: ["conversation", "job_applications", "a"],
			queryFn: ({ signal }) => {
				reading = signal;
				return new Promise(() => undefined);
			},
		})
		.catch(() => order.push("reading ended"));
	const deleting = deleteOpenRecord("a", async () => order.push("deleted"));
	expect(isLeaving("a")).toBe(true);
	draft.resolve();
	await Promise.all([writing, deleting]);
	expect(reading?.aborted).toBe(true);
	expect(order).toEqual(expect.arrayContaining(["reading ended", "draft saved", "deleted"]));
	expect(order.at(-1)).toBe("deleted");
	expect(isLeaving("a")).toBe(true);
});

test("a record that could not be deleted is asked after again", async () => {
	const queryKey = ["conversation", "job_applications", "b"];
	queryClient.setQueryData(queryKey, "known");
	const failing = deleteOpenRecord("b", () => Promise.reject(new Error("no connection")));
	await expect(failing).rejects.toThrow("no connection");
	expect(isLeaving("b")).toBe(false);
	expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
