import { useEffect, useMemo, useState } from "react";
import { isConflict } from "#admin/session/api-client.ts";
import { workOwner } from "#admin/session/stored-work.ts";
import type { DraftStamp } from "#lib/saves.ts";

/** Names this window to the server, as long as its page stays loaded. */
const writer: string = crypto.randomUUID();

const retryAfterMs = 5000;

type Options<Values, Stored> = {
	/** After the last key. */
	saveAfterMs: number;
	put(values: Values, stamp: DraftStamp & { version: number }): Promise<Stored>;
	/** Whether another window's state of the draft may be written over without asking. */
	isFree?(current: Stored | null): boolean;
	/** Nothing is to be stored for now, because the record is being deleted. */
	isHeld?(): boolean;
	onStored(stored: Stored, values: Values): void;
	/** Of several failures in a row, the first. */
	onFailure?(): void;
};

/**
 * Keeps what is typed on the server, where it survives a reload and is there on another computer. Saves follow one another; a
 * draft that another window has changed is not overwritten until the person decides.
 *
 * @param id another one begins another draft
 * @param stored what the server has of it, which counts at the start only
 */
export function useServerDraft<Values, Stored extends { version: number }>(
	id: string,
	stored: { version: number } | null,
	{ saveAfterMs, put, isFree = () => false, isHeld = () => false, onStored, onFailure }: Options<Values, Stored>,
) {
	const [conflict, setConflict] = useState<Stored | null | undefined>();
	// biome-ignore lint/correctness/useExhaustiveDependencies: one saver for each draft; what is stored counts at the start only
	const saver = useMemo(() => {
		const owner = workOwner();
		let version = stored?.version ?? 0;
		let n = 0;
		let waiting: { values: Values } | undefined;
		let timer: ReturnType<typeof setTimeout> | undefined;
		let running: Promise<void> = Promise.resolve();
		let isStopped = false;
		let isFailing = false;

		async function save(): Promise<void> {
			clearTimeout(timer);
			// Whoever has signed in meanwhile gets none of it.
			if (!waiting || isStopped || isHeld() || workOwner() !== owner) return;
			const { values } = waiting;
			waiting = undefined;
			n += 1;
			try {
				const next = await put(values, { writer, n, version });
				version = next.version;
				isFailing = false;
				onStored(next, values);
			} catch (error) {
				if (!(error instanceof Error)) throw error;
				waiting ??= { values };
				if (isConflict(error)) return handleConflict((error.current as Stored | null) ?? null);
				if (!isFailing) onFailure?.();
				isFailing = true;
				timer = setTimeout(flush, retryAfterMs);
			}
		}

		async function handleConflict(current: Stored | null): Promise<void> {
			if (isFree(current)) {
				version = current?.version ?? 0;
				return save();
			}
			isStopped = true;
			setConflict(current);
		}

		const flush = () => {
			running = running.then(save);
			return running;
		};

		/** Goes on from this version of the other window's. */
		function goOn(current: { version: number } | null): void {
			version = current?.version ?? 0;
			isStopped = false;
			setConflict(undefined);
		}

		return {
			change(values: Values) {
				waiting = { values };
				clearTimeout(timer);
				timer = setTimeout(flush, saveAfterMs);
			},
			flush,
			/** For a save of the record itself: it includes all drafts up to this number. */
			stamp(): DraftStamp {
				clearTimeout(timer);
				waiting = undefined;
				n += 1;
				return { writer, n };
			},
			/** This text replaces the other one, whose version is now known. */
			keepMine(theirs: Stored | null) {
				goOn(theirs);
				return flush();
			},
			takeTheirs(theirs: Stored | null) {
				waiting = undefined;
				goOn(theirs);
			},
			/** The record has been sent, so a save that is still waiting must not restore the draft. */
			async stop() {
				clearTimeout(timer);
				isStopped = true;
				waiting = undefined;
				await running;
			},
			resume() {
				isStopped = false;
			},
		};
	}, [id]);

	useEffect(() => () => void saver.flush(), [saver]);
	return { saver, conflict };
}
