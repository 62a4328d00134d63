import { expect, test, vi } from "vitest";
import { notesDrafts } from "#admin/record/notes-drafts.ts";
import { clearAccountData } from "./clear-account-data.ts";
import { queryClient } from "./query-client.ts";

test("clears what the account has read and what it has typed, in memory and in the browser's storage", () => {
	queryClient.setQueryData(["list", "contact_inquiries"], [{ id: "1" }]);
	notesDrafts.set("1", { text: "Owes us a call", version: "read before" });
	const methods = {
		removeItem(key: string) {
			Reflect.deleteProperty(this, key);
		},
	};
	const stored = Object.assign(Object.create(methods), {
		"pilcrow-post-new-1": "{}",
		"pilcrow-notes-2": "{}",
		"pilcrow-theme": "dark",
	});
	vi.stubGlobal("localStorage", stored);
	clearAccountData();
	vi.unstubAllGlobals();
	expect(Object.keys(stored)).toEqual(["pilcrow-theme"]);
	expect(queryClient.getQueryCache().getAll()).toEqual([]);
	expect(notesDrafts.get("1")).toBeUndefined();
});
