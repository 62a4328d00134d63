import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError, api, isConflict } from "#admin/session/api-client.ts";
import { storedWorkPrefix } from "#admin/session/stored-work.ts";
import { readStored, store } from "#lib/browser-storage.ts";
import { parseJson } from "#lib/text/json.ts";
import type { FieldValue } from "#site/content/fields.ts";
import type { Typed } from "./site-field.tsx";
import type { PresentedPage } from "./site-pages.server.ts";
import { keepPage } from "./site-queries.ts";

const saveAfterMs = 800;

type Conflicts = Record<string, { theirs: FieldValue }>;
/** With the version of the page that its author saw: a text that someone else has changed since is not overwritten. */
type Unsaved = Record<string, { value: Typed; version: number }>;

/** What is typed saves itself as the page's draft. Until the server has it, this browser keeps it. */
export function useSiteDraft(page: PresentedPage) {
	const key = storedWorkPrefix("site") + page.page;
	const [typed, setTyped] = useState<Unsaved>(() => readMirror(key));
	const [errors, setErrors] = useState<Record<string, string>>({});
	const [conflicts, setConflicts] = useState<Conflicts>({});
	const [isLost, setLost] = useState(false);
	const open = Object.entries(typed).filter(([name]) => !errors[name] && !conflicts[name]);
	// Those begun at one version go together, the oldest first.
	const version = Math.min(...open.map(([, each]) => each.version));
	const waiting = open.filter(([, each]) => each.version === version);

	const { mutate, isPending } = useMutation({
		mutationFn: ({ values, version }: { values: Record<string, Typed>; version: number }) =>
			parseResponse(
				api.api.site[":page"].draft.$put({ param: { page: page.page }, json: { values, expected_version: version } }),
			),
		onSuccess(saved, { values }) {
			keepPage(saved as PresentedPage);
			// What kept all values together from being published may hold no longer.
			setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => typed[name])));
			// What was typed meanwhile goes on from what has just been saved.
			setTyped((before) =>
				Object.fromEntries(
					Object.entries(before)
						.filter(([name, { value }]) => !Object.hasOwn(values, name) || value !== values[name])
						.map(([name, each]) => [name, Object.hasOwn(values, name) ? { ...each, version: saved.version } : each]),
				),
			);
		},
		onError(error) {
			if (isConflict(error)) setConflicts((error.current as { fields: Conflicts }).fields);
			else if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(error.fields);
			else setLost(true);
		},
		meta: {},
	});

	const save = useEffectEvent(() =>
		mutate({
			values: Object.fromEntries(waiting.map(([name, { value }]) => [name, value])),
			version,
		}),
	);
	const isDue = waiting.length > 0 && !isPending && !isLost;
	useEffect(() => {
		store(key, Object.keys(typed).length > 0 ? JSON.stringify(typed) : null);
		if (!isDue) return;
		const timer = setTimeout(save, saveAfterMs);
		return () => clearTimeout(timer);
	}, [key, typed, isDue]);
	useEffect(() => {
		const goOn = () => setLost(false);
		window.addEventListener("online", goOn);
		return () => window.removeEventListener("online", goOn);
	}, []);

	async function loadAgain(): Promise<PresentedPage> {
		const now = (await parseResponse(api.api.site[":page"].$get({ param: { page: page.page } }))) as PresentedPage;
		keepPage(now);
		return now;
	}
	const without = <Value>(all: Record<string, Value>, name: string) =>
		Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));
	return {
		typed,
		errors,
		conflicts,
		isPending,
		isLost,
		/** What was wrong with a publication, by field. */
		refuse: setErrors,
		/** `null` goes back to the original; a number that is to be empty is "". */
		type(name: string, value: Typed) {
			setLost(false);
			setErrors((before) => without(before, name));
			setTyped((before) => ({ ...before, [name]: { value, version: before[name]?.version ?? page.version } }));
		},
		/** With the version that the conflict was told of, one's own text is the newer one. */
		async keepMine(name: string) {
			const { version } = await loadAgain();
			setTyped((before) => ({ ...before, [name]: { value: before[name]?.value ?? null, version } }));
			setConflicts((before) => without(before, name));
		},
		async takeTheirs(name: string) {
			await loadAgain();
			setTyped((before) => without(before, name));
			setConflicts((before) => without(before, name));
		},
	};
}

function readMirror(key: string): Unsaved {
	const kept = parseJson(readStored(key) ?? "{}");
	return typeof kept === "object" && kept !== null ? { ...kept } : {};
}
