import { expect, test } from "vitest";
import { notesDrafts } from "#admin/record/notes-drafts.ts";
import { clearAccountData } from "./clear-account-data.ts";
import { queryClient } from "./query-client.ts";

test("clears what the account has read and what it has typed", () => {
	queryClient.setQueryData(["list", "contact_inquiries"], [{ id: "1" }]);
	notesDrafts.set("1", { text: "Owes us a call", version: "read before" });
	clearAccountData();
	expect(queryClient.getQueryCache().getAll()).toEqual([]);
	expect(notesDrafts.get("1")).toBeUndefined();
});
