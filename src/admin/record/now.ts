import { useEffect, useSyncExternalStore } from "react";
import { dayAt } from "#lib/time/zone-clock.ts";
import { site } from "#site.config.ts";

/** The current day of the firm, as `YYYY-MM-DD`. */
export const useToday = (): string => dayAt(site.timeZone, new Date(useNow()));

const minuteMs = 60_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time, updated once a minute for everything that shows or colors an age. All of them share one timer. */
export function useNow(): number {
	return useSyncExternalStore(subscribe, () => now);
}

const dayMs = 24 * 60 * minuteMs;

/** The same, and also at the moment that something is scheduled for, if that comes within a day. */
export function useNowAt(moment: string | null): number {
	const current = useNow();
	useEffect(() => {
		const left = moment ? Date.parse(moment) - Date.now() : 0;
		if (left > dayMs) return;
		if (left <= 0) {
			// What has just passed lies ahead of a time that is up to a minute old.
			if (moment && Date.parse(moment) > now) tick();
			return;
		}
		const atMoment = setTimeout(tick, left);
		return () => clearTimeout(atMoment);
	}, [moment]);
	return current;
}

function subscribe(listener: () => void): () => void {
	if (listeners.size === 0) start();
	listeners.add(listener);
	return () => {
		listeners.delete(listener);
		if (listeners.size === 0) stop();
	};
}

function start(): void {
	now = Date.now();
	timer = setInterval(tick, minuteMs);
	// Timers stop in a hidden tab and while a laptop sleeps.
	document.addEventListener("visibilitychange", tick);
}

function stop(): void {
	clearInterval(timer);
	document.removeEventListener("visibilitychange", tick);
}

function tick(): void {
	now = Date.now();
	for (const listener of listeners) listener();
}
