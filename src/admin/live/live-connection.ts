import { EventSourceParserStream } from "eventsource-parser/stream";
import type { LiveChange, LiveEvent } from "#lib/live.ts";

/** `refused`: this account may not listen, and trying again would not help. */
export type LiveState = "connecting" | "live" | "lost" | "refused";

export type LiveConnectionOptions = {
	/** Requests the stream; rejects when there is none. */
	open(signal: AbortSignal): Promise<Response>;
	isRefusal(error: unknown): boolean;
	/** Fetches what was missed. While this has not succeeded, the screen is not live. */
	catchUp(): Promise<unknown>;
	onChanges(changes: LiveChange[]): void;
	/** Who is looking at a record, which no one catches up with. */
	onPresence?(event: unknown): void;
	onState(state: LiveState): void;
};

export type LiveConnection = {
	/** The surroundings have changed for the better (network, tab, session): look after things now instead of at the next try. */
	reconnect(): void;
	/** Gives the present stream up, because it cannot be trusted any more, and begins a new one. */
	drop(): void;
	stop(): void;
};

/** Lets every listener fetch what it may have missed, those included that are added meanwhile. */
export async function catchUpAll(listeners: ReadonlySet<{ catchUp(): Promise<unknown> }>): Promise<void> {
	const known = new Set<object>();
	for (let late = [...listeners]; late.length > 0; late = [...listeners].filter((listener) => !known.has(listener))) {
		for (const listener of late) known.add(listener);
		await Promise.all(late.map((listener) => listener.catchUp()));
	}
}

/** The server sends something every 20 s; after this long a silent stream is dead, whatever the socket says. */
const silenceMs = 45_000;
const firstPauseMs = 500;
const longestPauseMs = 30_000;

/**
 * Keeps one stream of live changes open, over lost connections, sleep and server restarts. EventSource would do that
 * too, but cannot send the Authorization header.
 */
export function openLiveConnection(options: LiveConnectionOptions): LiveConnection {
	const stopping = new AbortController();
	let attempt = new AbortController();
	let lastReceivedAt = 0;
	let endPause = () => {};

	async function run(): Promise<void> {
		options.onState("connecting");
		let failures = 0;
		while (!stopping.signal.aborted) {
			attempt = new AbortController();
			try {
				await listen(AbortSignal.any([attempt.signal, stopping.signal]), () => {
					failures = 0;
				});
			} catch (error) {
				if (options.isRefusal(error)) return options.onState("refused");
			}
			if (stopping.signal.aborted) return;
			options.onState("lost");
			await pause(failures++);
		}
	}

	/** Resolves or rejects when the stream is over. */
	async function listen(signal: AbortSignal, onReady: () => void): Promise<void> {
		const response = await options.open(signal);
		if (!response.body) throw new Error("the live stream has no body");
		let silence = watchSilence();
		const received = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
			transform(chunk, controller) {
				clearTimeout(silence);
				silence = watchSilence();
				controller.enqueue(chunk);
			},
		});
		try {
			const events = response.body
				.pipeThrough(received, { signal })
				.pipeThrough(new TextDecoderStream())
				.pipeThrough(new EventSourceParserStream());
			const reader = events.getReader();
			for (let next = await reader.read(); !next.done; next = await reader.read()) {
				const event = next.value.event as LiveEvent;
				if (event === "changes") options.onChanges(JSON.parse(next.value.data) as LiveChange[]);
				if (event === "presence") options.onPresence?.(JSON.parse(next.value.data));
				if (event === "ready") onReady();
				if (event === "ready" || event === "gap") void catchUp(signal);
			}
		} finally {
			clearTimeout(silence);
		}
	}

	async function catchUp(signal: AbortSignal): Promise<void> {
		try {
			await options.catchUp();
			if (!signal.aborted) options.onState("live");
		} catch {
			// Without what was missed the list would look complete and not be: begin again.
			if (!signal.aborted) attempt.abort();
		}
	}

	function watchSilence() {
		lastReceivedAt = Date.now();
		return setTimeout(() => attempt.abort(), silenceMs);
	}

	/** Grows from try to try, and differs from tab to tab, so that a restarted server is not stormed. */
	function pause(failures: number): Promise<void> {
		const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
		return new Promise((resolve) => {
			const timer = setTimeout(resolve, longest * (0.5 + Math.random() / 2));
			endPause = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}

	void run();
	return {
		reconnect() {
			// Timers stand still while a laptop sleeps.
			if (Date.now() - lastReceivedAt > silenceMs) attempt.abort();
			endPause();
		},
		drop: () => attempt.abort(),
		stop() {
			stopping.abort();
			endPause();
		},
	};
}
