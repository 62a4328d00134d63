import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError, api, isConflict } from "#admin/session/api-client.ts";
import { readStored, store } from "#lib/browser-storage.ts";
import { parseJson } from "#lib/text/json.ts";
import type { FieldValue } from "#site/content/fields.ts";
import type { Typed } from "./site-field.tsx";
import type { PresentedPage } from "./site-pages.server.ts";
import { keepPage } from "./site-queries.ts";

const saveAfterMs = 800;

type Conflicts = Record<string, { theirs: FieldValue }>;

/** What is typed saves itself as the page's draft. Until the server has it, this browser keeps it. */
export function useSiteDraft(page: PresentedPage) {
	const key = `site-draft-${page.page}`;
	const [typed, setTyped] = useState<Record<string, Typed>>(() => readMirror(key));
	const [errors, setErrors] = useState<Record<string, string>>({});
	const [conflicts, setConflicts] = useState<Conflicts>({});
	const [isLost, setLost] = useState(false);
	const waiting = Object.keys(typed).filter((name) => !errors[name] && !conflicts[name]);

	const { mutate, isPending } = useMutation({
		mutationFn: ({ values, version }: { values: Record<string, Typed>; version: number }) =>
			parseResponse(
				api.api.site[":page"].draft.$put({ param: { page: page.page }, json: { values, expected_version: version } }),
			),
		onSuccess(saved, { values }) {
			keepPage(saved as PresentedPage);
			// What was typed meanwhile is saved next.
			setTyped((before) =>
				Object.fromEntries(Object.entries(before).filter(([name, value]) => value !== values[name])),
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
			values: Object.fromEntries(waiting.map((name) => [name, typed[name] ?? null])),
			version: page.version,
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

	const without = <Value>(all: Record<string, Value>, name: string) =>
		Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));
	return {
		typed,
		errors,
		conflicts,
		isPending,
		isLost,
		/** `null` goes back to the original; a number that is to be empty is "". */
		type(name: string, value: Typed) {
			setLost(false);
			setErrors((before) => without(before, name));
			setTyped((before) => ({ ...before, [name]: value }));
		},
		/** With the version that the conflict was told of, one's own text is the newer one. */
		async keepMine(name: string) {
			keepPage((await parseResponse(api.api.site[":page"].$get({ param: { page: page.page } }))) as PresentedPage);
			setConflicts((before) => without(before, name));
		},
		async takeTheirs(name: string) {
			keepPage((await parseResponse(api.api.site[":page"].$get({ param: { page: page.page } }))) as PresentedPage);
			setTyped((before) => without(before, name));
			setConflicts((before) => without(before, name));
		},
	};
}

function readMirror(key: string): Record<string, Typed> {
	const kept = parseJson(readStored(key) ?? "{}");
	return typeof kept === "object" && kept !== null ? { ...kept } : {};
}
