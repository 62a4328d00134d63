import { queryOptions, useQuery } from "@tanstack/react-query";
import { type InferResponseType, parseResponse } from "hono/client";
import { useEffect, useMemo, useState } from "react";
import { type LiveListener, useLiveChanges } from "#admin/live/live.ts";
import { isLeaving, writeAbout } from "#admin/record/record-deletion.ts";
import { api } from "#admin/session/api-client.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { queryClient } from "#admin/session/query-client.ts";
import type { Person, PresenceEvent, ThreadTable } from "#features/threads/threads.schema.ts";

export const threadEndpoint = api.api.threads[":table"][":id"];

export type Conversation = InferResponseType<typeof threadEndpoint.$get, 200>;
export type ConversationMessage = Conversation["messages"][number];
export type Draft = NonNullable<Conversation["draft"]>;
export type Attachment = Draft["attachments"][number];
export type ThreadOf = { table: ThreadTable; id: string };

/** What a reply answers: the client's newest words. */
export const answeredOf = (messages: readonly ConversationMessage[]) =>
	messages.findLast(({ kind }) => kind === "form" || kind === "received");

export const conversationQuery = ({ table, id }: ThreadOf) =>
	queryOptions({
		queryKey: ["conversation", table, id],
		queryFn: ({ signal }) => parseResponse(threadEndpoint.$get({ param: { table, id } }, { init: { signal } })),
		meta: { failure: "Failed to load the conversation" },
	});

/** The conversation about a record, kept up to date: a message, its delivery, or its assignment may change at any time. */
export function useConversation(record: ThreadOf) {
	const { table, id } = record;
	const query = useMemo(() => conversationQuery({ table, id }), [table, id]);
	const { data, isError } = useQuery(query);
	const threadId = data?.thread.id ?? null;
	const listener = useMemo<LiveListener>(() => {
		const refresh = async () => {
			if (!isLeaving(id)) await queryClient.invalidateQueries({ queryKey: query.queryKey });
		};
		const isOurs = (row: object) =>
			("thread_id" in row && row.thread_id === threadId) || ("record_id" in row && row.record_id === id);
		return {
			table: undefined,
			onChanges(changes) {
				const concerns = changes.some(
					(change) =>
						["threads", "thread_messages", "mails"].includes(change.table) &&
						(change.operation === "delete" || isOurs(change.row)),
				);
				if (concerns) void refresh();
			},
			catchUp: refresh,
		};
	}, [query, threadId, id]);
	useLiveChanges(listener);
	return { data, isError };
}

const sayEveryMs = 10_000;
/** Someone who has pressed a key within this time counts as writing. */
const typingMs = 5_000;

/**
 * Announces to the others that this person has the record open, and finds out who else has.
 * @returns the others, and what to call when a key is pressed and when writing has ended
 */
export function usePresence({ table, id }: ThreadOf, known: Person[] | undefined) {
	const { user } = useAuth();
	const [told, setTold] = useState<Person[]>();
	const presence = useMemo(() => createPresence({ table, id }), [table, id]);
	useEffect(() => presence.start(), [presence]);
	const listener = useMemo<LiveListener>(
		() => ({
			table: "none",
			onChanges: () => undefined,
			// After a gap in the stream, the newly fetched conversation replaces what had arrived before.
			catchUp: async () => setTold(undefined),
			onPresence(event) {
				const { record_table, record_id, people } = event as PresenceEvent;
				if (record_table === table && record_id === id) setTold(people);
			},
		}),
		[table, id],
	);
	useLiveChanges(listener);
	const others = (told ?? known ?? []).filter((person) => person.id !== user?.id);
	return { others, noteKey: presence.noteKey, noteEnd: presence.noteEnd };
}

function createPresence(param: ThreadOf) {
	let lastKey = 0;
	let said = "";
	const say = (state: "viewing" | "typing" | "gone") => {
		said = state;
		if (isLeaving(param.id)) return;
		// If this fails, the next announcement in ten seconds makes up for it.
		writeAbout(param.id, () => threadEndpoint.presence.$post({ param, json: { state } })).catch(() => undefined);
	};
	const sayWhat = () => say(Date.now() - lastKey < typingMs ? "typing" : "viewing");
	return {
		start() {
			sayWhat();
			const timer = setInterval(sayWhat, sayEveryMs);
			return () => {
				clearInterval(timer);
				say("gone");
			};
		},
		noteKey() {
			lastKey = Date.now();
			if (said !== "typing") say("typing");
		},
		noteEnd() {
			lastKey = 0;
			if (said === "typing") say("viewing");
		},
	};
}
