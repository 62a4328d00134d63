import { afterEach, expect, test, vi } from "vitest";
import { notesDrafts } from "#admin/record/notes-drafts.ts";
import { clearAccountData } from "./clear-account-data.ts";
import { queryClient } from "./query-client.ts";
import { deleteStoredWork, hasStoredWork, openStoredWork, storedWorkPrefix } from "./stored-work.ts";

afterEach(() => vi.unstubAllGlobals());

/** Storage as browsers have it: its keys are its own properties. */
function stubStorage(stored: Record<string, string>): Record<string, string> {
	const methods = {
		getItem: (key: string) => storage[key] ?? null,
		setItem: (key: string, value: string) => Object.assign(storage, { [key]: value }),
		removeItem: (key: string) => Reflect.deleteProperty(storage, key),
	};
	const storage = Object.assign(Object.create(methods), stored);
	vi.stubGlobal("localStorage", storage);
	return storage;
}

test("an account neither sees nor deletes what another has left unsaved", () => {
	const stored = stubStorage({ "pilcrow-theme": "dark" });
	openStoredWork("ada");
	localStorage.setItem(`${storedWorkPrefix("post")}new-1`, "{}");
	notesDrafts.set("1", { text: "Owes us a call", version: "read before" });
	expect(hasStoredWork()).toBe(true);

	openStoredWork("grace");
	notesDrafts.forget();
	expect(hasStoredWork()).toBe(false);
	expect(notesDrafts.get("1")).toBeUndefined();
	deleteStoredWork();

	openStoredWork("ada");
	expect(notesDrafts.get("1")?.text).toBe("Owes us a call");
	deleteStoredWork();
	expect(Object.keys(stored)).toEqual(["pilcrow-theme"]);
});

test("a browser that stores nothing has nothing unsaved", () => {
	vi.stubGlobal("localStorage", undefined);
	expect(hasStoredWork()).toBe(false);
	deleteStoredWork();
});

test("clears what the account has read and what it has typed", () => {
	queryClient.setQueryData(["list", "contact_inquiries"], [{ id: "1" }]);
	notesDrafts.set("1", { text: "Owes us a call", version: "read before" });
	clearAccountData();
	expect(queryClient.getQueryCache().getAll()).toEqual([]);
	expect(notesDrafts.get("1")).toBeUndefined();
});
