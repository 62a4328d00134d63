import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveChange } from "#lib/live.ts";
import { catchUpAll, type LiveConnection, type LiveState, openLiveConnection } from "./live-connection.ts";

const encoder = new TextEncoder();
const ready = "event: ready\ndata: null\n\n";
const changes = (list: LiveChange[]) => `event: changes\ndata: ${JSON.stringify(list)}\n\n`;
const inserted: LiveChange = { table: "bookings", operation: "insert", row: { id: "a" } };

class Refusal extends Error {}

let connection: LiveConnection | undefined;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	connection?.stop();
	vi.useRealTimers();
});

/** A connection to a server in this test: each of its answers is a stream that the test writes to, or a failure. */
function connect({
	failures = [],
	catchUp = async () => {},
}: {
	failures?: Error[];
	catchUp?: () => Promise<void>;
} = {}) {
	const states: LiveState[] = [];
	const received: LiveChange[] = [];
	const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
	connection = openLiveConnection({
		async open() {
			const failure = failures.shift();
			if (failure) throw failure;
			return new Response(new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) }));
		},
		isRefusal: (error) => error instanceof Refusal,
		catchUp,
		onChanges: (list) => void received.push(...list),
		onState: (state) => void states.push(state),
	});
	const say = (stream: number, text: string) => streams[stream]?.enqueue(encoder.encode(text));
	return { states, received, streams, say };
}

test("is live once the stream is listening and missed changes have been fetched", async () => {
	const { promise, resolve } = Promise.withResolvers<void>();
	const { states, streams, say } = connect({ catchUp: () => promise });
	await vi.waitFor(() => expect(streams).toHaveLength(1));
	say(0, ready);
	await vi.advanceTimersByTimeAsync(0);
	expect(states).toEqual(["connecting"]);
	resolve();
	await vi.waitFor(() => expect(states).toEqual(["connecting", "live"]));
});

test("passes changes on, also those that come in pieces", async () => {
	const { received, streams, say } = connect();
	await vi.waitFor(() => expect(streams).toHaveLength(1));
	const text = ready + changes([inserted]);
	say(0, text.slice(0, 40));
	say(0, text.slice(40));
	await vi.waitFor(() => expect(received).toEqual([inserted]));
});

test("reconnects and catches up after the stream has ended", async () => {
	const catchUp = vi.fn(async () => {});
	const { states, streams, say } = connect({ catchUp });
	await vi.waitFor(() => expect(streams).toHaveLength(1));
	say(0, ready);
	await vi.waitFor(() => expect(states.at(-1)).toBe("live"));
	streams[0]?.close();
	await vi.waitFor(() => expect(states.at(-1)).toBe("lost"));
	await vi.advanceTimersByTimeAsync(500);
	say(1, ready);
	await vi.waitFor(() => expect(states.at(-1)).toBe("live"));
	expect(catchUp).toHaveBeenCalledTimes(2);
});

test("waits longer after each failure, and tries immediately when woken", async () => {
	const { states, streams } = connect({ failures: Array.from({ length: 8 }, () => new Error("unreachable")) });
	await vi.advanceTimersByTimeAsync(7000);
	expect(streams).toHaveLength(0);
	const triesSoFar = states.filter((state) => state === "lost").length;
	expect(triesSoFar).toBeLessThan(7);
	while (streams.length === 0) {
		connection?.reconnect();
		await vi.advanceTimersByTimeAsync(0);
	}
});

test("takes a silent stream for dead", async () => {
	const { states, streams, say } = connect();
	await vi.waitFor(() => expect(streams).toHaveLength(1));
	say(0, ready);
	await vi.advanceTimersByTimeAsync(40_000);
	say(0, ": still here\n\n");
	await vi.advanceTimersByTimeAsync(40_000);
	expect(states.at(-1)).toBe("live");
	await vi.advanceTimersByTimeAsync(46_000);
	expect(streams.length).toBeGreaterThan(1);
});

test("catches up again, on the same stream, when the server itself has missed something", async () => {
	const catchUp = vi.fn(async () => {});
	const { streams, say } = connect({ catchUp });
	await vi.waitFor(() => expect(streams).toHaveLength(1));
	say(0, `${ready}event: gap\ndata: null\n\n`);
	await vi.waitFor(() => expect(catchUp).toHaveBeenCalledTimes(2));
	expect(streams).toHaveLength(1);
});

test("is not live when catching up fails, and begins again", async () => {
	const catchUp = vi.fn(async () => {}).mockRejectedValueOnce(new Error("unreachable"));
	const { states, streams, say } = connect({ catchUp });
	await vi.waitFor(() => expect(streams).toHaveLength(1));
	say(0, ready);
	await vi.waitFor(() => expect(streams).toHaveLength(2));
	expect(states).not.toContain("live");
	say(1, ready);
	await vi.waitFor(() => expect(states.at(-1)).toBe("live"));
});

test("does not try again where it is refused", async () => {
	const { states, streams } = connect({ failures: [new Refusal()] });
	await vi.advanceTimersByTimeAsync(120_000);
	expect(states).toEqual(["connecting", "refused"]);
	expect(streams).toHaveLength(0);
});

test("whoever begins to listen while the others catch up has caught up at the end, too", async () => {
	const listeners = new Set<{ catchUp(): Promise<unknown> }>();
	const late = { catchUp: vi.fn(async () => {}) };
	const first = { catchUp: vi.fn(async () => listeners.add(late)) };
	listeners.add(first);
	await catchUpAll(listeners);
	expect(late.catchUp).toHaveBeenCalledOnce();
	expect(first.catchUp).toHaveBeenCalledOnce();
});
