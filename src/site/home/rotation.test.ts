import { expect, test } from "vitest";
import { atFirst, mayRotate, type RotationEvent, rotate } from "./rotation.ts";

const after = (...events: RotationEvent[]) => events.reduce(rotate, atFirst);
const advance: RotationEvent = { type: "advance", count: 7 };

// proves S4-showcase-01
test("goes through all seven and from the seventh back to the first", () => {
	expect(after(...Array(6).fill(advance)).index).toBe(6);
	expect(after(...Array(7).fill(advance)).index).toBe(0);
});

test("pauses at the first one after a round that is to be the only one", () => {
	const once: RotationEvent = { ...advance, once: true };
	const over = after(...Array(7).fill(once));
	expect(over).toMatchObject({ index: 0, paused: true });
	expect(after(...Array(6).fill(once)).paused).toBe(false);
	expect(rotate(rotate(over, { type: "toggle" }), advance)).toMatchObject({ index: 1, paused: false });
});

test("continues from the selected one", () => {
	expect(after({ type: "select", index: 4 }, advance).index).toBe(5);
});

// proves S2-home-07
test("waits under the pointer and goes on when it leaves", () => {
	expect(mayRotate(after({ type: "hold", by: "pointer" }))).toBe(false);
	expect(mayRotate(after({ type: "hold", by: "pointer" }, { type: "release", by: "pointer" }))).toBe(true);
});

// proves D-pages-09
test("keeps waiting while the keyboard focus remains after the pointer has left", () => {
	const events: RotationEvent[] = [
		{ type: "hold", by: "focus" },
		{ type: "hold", by: "pointer" },
		{ type: "hold", by: "pointer" },
		{ type: "release", by: "pointer" },
	];
	expect(mayRotate(after(...events))).toBe(false);
	expect(mayRotate(after(...events, { type: "release", by: "focus" }))).toBe(true);
});

// proves D-pages-11
test("stays paused until the reader lets it go on", () => {
	const paused = after({ type: "toggle" }, { type: "hold", by: "pointer" }, { type: "release", by: "pointer" });
	expect(mayRotate(paused)).toBe(false);
	expect(mayRotate(rotate(paused, { type: "toggle" }))).toBe(true);
});
