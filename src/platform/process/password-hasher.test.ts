import { expect, test } from "vitest";
import { createPasswordHasher } from "./password-hasher.server.ts";

const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

test("refuses work beyond the waiting limit, does the rest, and accepts more afterward", async () => {
	const { hash, matches } = createPasswordHasher(cheap, { running: 1, waiting: 2 });
	const outcomes = await Promise.allSettled(["a", "b", "c", "d", "e"].map(hash));
	expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected", "rejected"]);
	expect(outcomes[4]).toMatchObject({ reason: { status: 503, details: { retryAfter: 5 } } });
	expect(await matches(await hash("again"), "again")).toBe(true);
});

test("lets fifty wait", async () => {
	const { hash } = createPasswordHasher(cheap);
	const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hash("crowd")));
	expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(52);
});
