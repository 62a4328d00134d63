import { expect, test } from "vitest";
import { proposedStatus } from "./reply-values.ts";

test.each([
	["new", "in_progress"],
	["pending", "reviewing"],
	["in_progress", ""],
	["resolved", ""],
	["closed", ""],
	["interviewed", ""],
])("a reply to what is %s proposes '%s'", (status, proposed) => {
	expect(proposedStatus(status)).toBe(proposed);
});
