import { expect, test } from "vitest";
import { ApiError } from "./api-client.ts";
import { describeFailure } from "./query-client.ts";

const specified = "Failed to delete job. Please try again.";
const refusal = (status: number, error: string, code = "refused") => new ApiError(status, { error, code });

test.each([
	[409, "This job has applications, so it can't be deleted. Close it instead."],
	[413, "A picture can have at most 5 MB."],
	[429, "Too many requests. Please wait a moment and try again."],
])("with status %i, the toast says why the server refused", (status, words) => {
	expect(describeFailure(refusal(status, words), specified)).toEqual({ title: "Error", description: words });
});

test.each([
	["a failure of the server", refusal(500, "Something went wrong.")],
	["no answer", refusal(0, "We can't reach the server.", "network")],
	["an answer in no known shape", refusal(429, "unreadable", "unreadable")],
	["anything else", new Error("x is undefined")],
])("for %s, the toast has the specified text", (_, error) => {
	expect(describeFailure(error, specified)).toEqual({ title: "Error", description: specified });
});

test("refused fields are named by the toast, because the specified text would say that all of it failed", () => {
	const fields = { blocked_until_time: "Please enter a later time." };
	const refused = new ApiError(422, { error: "Please check the form.", code: "invalid", fields });
	const words = { title: "Please Check the Form", description: "Please enter a later time." };
	expect(describeFailure(refused, specified)).toEqual(words);
});

test("a failure that is described by the screen is described so whatever the server says", () => {
	const own = { title: "Not Saved", description: "Your text is still here." };
	expect(describeFailure(refusal(429, "Too many requests."), () => own)).toEqual(own);
});
