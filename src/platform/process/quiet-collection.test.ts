import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { collectWhenQuiet } from "./quiet-collection.server.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

function startWith(initialShare: number) {
	let share = initialShare;
	const collect = vi.fn();
	collectWhenQuiet(collect, () => share);
	const passSeconds = (seconds: number, nextShare: number) => {
		share = nextShare;
		vi.advanceTimersByTime(seconds * 1000);
	};
	return { collect, passSeconds };
}

test("collects once when the work is done, and not again while nothing happens", () => {
	const { collect, passSeconds } = startWith(1);
	passSeconds(30, 1);
	expect(collect).not.toHaveBeenCalled();
	passSeconds(600, 0.01);
	expect(collect).toHaveBeenCalledOnce();
	passSeconds(60, 0.9);
	passSeconds(600, 0.01);
	expect(collect).toHaveBeenCalledTimes(2);
});

test("collects at most once a minute, however often work comes and goes", () => {
	const { collect, passSeconds } = startWith(0);
	for (let i = 0; i < 12; i++) {
		passSeconds(5, 0.5);
		passSeconds(5, 0);
	}
	expect(collect).toHaveBeenCalledTimes(2);
});
