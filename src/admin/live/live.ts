import { useEffect } from "react";
import { ApiError, authorizedFetch } from "#admin/session/api-client.ts";
import { createStore, useStore } from "#admin/session/store.ts";
import type { LiveChange } from "#lib/live.ts";
import { catchUpAll, type LiveConnection, type LiveState, openLiveConnection } from "./live-connection.ts";

export type LiveListener = {
	/** Undefined: every table. */
	table: string | undefined;
	onChanges(changes: LiveChange[]): void;
	/** Fetches what may have been missed; rejects when that failed. */
	catchUp(): Promise<unknown>;
	/** Who is looking at a record. */
	onPresence?(event: unknown): void;
};

/** Going from one screen to the next must not cost a new connection. */
const lingerMs = 10_000;

const listeners = new Set<LiveListener>();
const state = createStore<LiveState>("connecting");
let connection: LiveConnection | undefined;
let lingering: ReturnType<typeof setTimeout> | undefined;

/** Live changes of one table, or of all, while the component is mounted; all share the tab's one connection. */
export function useLiveChanges(listener: LiveListener): void {
	useEffect(() => listen(listener), [listener]);
}

export const useLiveState = () => useStore(state, (current) => current);

function listen(listener: LiveListener): () => void {
	listeners.add(listener);
	clearTimeout(lingering);
	connection ??= connect();
	// Changes of the time without this listener went by unnoticed. A failure shows with the next request.
	if (state.get() === "live") listener.catchUp().catch(() => connection?.drop());
	return () => {
		listeners.delete(listener);
		if (listeners.size === 0) lingering = setTimeout(disconnect, lingerMs);
	};
}

function connect(): LiveConnection {
	window.addEventListener("online", reconnectLive);
	window.addEventListener("offline", drop);
	document.addEventListener("visibilitychange", returnToTab);
	return openLiveConnection({
		open: (signal) => authorizedFetch("/api/live", { signal, headers: { accept: "text/event-stream" } }),
		isRefusal: (error) => error instanceof ApiError && error.status === 403,
		catchUp,
		onChanges(changes) {
			const byTable = Map.groupBy(changes, (change) => change.table);
			for (const listener of listeners) {
				listener.onChanges(listener.table ? (byTable.get(listener.table) ?? []) : changes);
			}
		},
		onPresence(event) {
			for (const listener of listeners) listener.onPresence?.(event);
		},
		onState: state.set,
	});
}

function disconnect(): void {
	connection?.stop();
	connection = undefined;
	window.removeEventListener("online", reconnectLive);
	window.removeEventListener("offline", drop);
	document.removeEventListener("visibilitychange", returnToTab);
}

const catchUp = () => catchUpAll(listeners);
/** Looks after the stream now, not at its next try: there is reason to hope again. */
export const reconnectLive = () => connection?.reconnect();
const drop = () => connection?.drop();

function returnToTab(): void {
	if (document.visibilityState !== "visible") return;
	connection?.reconnect();
	if (state.get() === "live") catchUp().catch(drop);
}
