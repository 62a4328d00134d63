import { expect, test } from "vitest";
import { frameAfter, frames, stepOfKey, stepOfSwipe } from "./gallery-frames.ts";

// proves S2-photo-04
test("the gallery has five frames", () => {
	expect(frames).toHaveLength(5);
});

test("the frame after the last is the first, and the one before the first is the last", () => {
	expect(frameAfter(4, 1, 5)).toBe(0);
	expect(frameAfter(0, -1, 5)).toBe(4);
	expect(frameAfter(1, 1, 5)).toBe(2);
});

test("the arrow keys step through the frames and other keys do not", () => {
	expect(stepOfKey("ArrowRight")).toBe(1);
	expect(stepOfKey("ArrowLeft")).toBe(-1);
	expect(stepOfKey("Tab")).toBeUndefined();
});

test("a swipe to the left brings the next frame, a touch without a way brings none", () => {
	expect(stepOfSwipe(-80)).toBe(1);
	expect(stepOfSwipe(80)).toBe(-1);
	expect(stepOfSwipe(-50)).toBe(1);
	expect(stepOfSwipe(49)).toBe(0);
});
