import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Areas } from "#lib/access/areas.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { sees } from "#records.ts";
import type { ThreadRecord } from "./thread-of-record.server.ts";
import { type Person, type PresenceEvent, presenceStates, threadTables } from "./threads.schema.ts";

/** What one process of this site sends to the others. It is in no table, log, or backup. */
const noticeSchema = z.object({
	table: z.enum(threadTables),
	id: z.string(),
	person: z.object({ id: z.string(), name: z.string() }),
	state: z.enum(presenceStates),
});
type Notice = z.infer<typeof noticeSchema>;

/** Someone has lost access to these kinds of records. */
const lossSchema = z.object({ lost_by: z.string(), tables: z.array(z.enum(threadTables)) });

/** Ends someone's presence at records that they may no longer see, in every process, when the transaction commits. */
export async function endPresence(tx: Database, userId: string, limit: Areas): Promise<void> {
	const tables = threadTables.filter((table) => !sees(limit, table));
	const loss: z.infer<typeof lossSchema> = { lost_by: userId, tables };
	await tx.execute(sql`select pg_notify('presence', ${JSON.stringify(loss)})`);
}

/** An open dialog reports every 10 seconds that it is still there. */
const forgottenAfterMs = 15_000;

const namedBriefly = (name: string) => [...name].slice(0, 200).join("");

export type Presence = {
	/** Notifies every process of the site. */
	say(record: ThreadRecord, person: { id: string; name: string }, state: Notice["state"]): Promise<void>;
	/** Everyone who is there, except one person. */
	peopleAt(record: ThreadRecord, except?: string): Person[];
	/** @returns a function that unsubscribes */
	subscribe(listener: (event: PresenceEvent) => void): () => void;
};

/** Which staff member looks at which record, in every process of this site. */
export function openPresence({ db, changes, stopping }: Pick<Deps, "db" | "changes" | "stopping">): Presence {
	const places = new Map<string, Map<string, Person & { timer: NodeJS.Timeout }>>();
	const listeners = new Set<(event: PresenceEvent) => void>();
	const keyOf = ({ table, id }: ThreadRecord) => `${table} ${id}`;

	function peopleAt(record: ThreadRecord, except?: string): Person[] {
		const people = [...(places.get(keyOf(record))?.values() ?? [])];
		return people.filter(({ id }) => id !== except).map(({ id, name, state }) => ({ id, name, state }));
	}

	function tell(record: ThreadRecord): void {
		const event = { record_table: record.table, record_id: record.id, people: peopleAt(record) };
		for (const listener of listeners) listener(event);
	}

	function forget(record: ThreadRecord, personId: string): void {
		const people = places.get(keyOf(record));
		clearTimeout(people?.get(personId)?.timer);
		if (!people?.delete(personId)) return;
		if (people.size === 0) places.delete(keyOf(record));
		tell(record);
	}

	function note({ table, id, person, state }: Notice): void {
		const record = { table, id };
		if (state === "gone") {
			forget(record, person.id);
			return;
		}
		const people = places.get(keyOf(record)) ?? new Map();
		places.set(keyOf(record), people);
		const known = people.get(person.id);
		clearTimeout(known?.timer);
		const timer = setTimeout(() => forget(record, person.id), forgottenAfterMs).unref();
		people.set(person.id, { ...person, state, timer });
		if (known?.state !== state) tell(record);
	}

	const unsubscribe = changes.subscribe({
		onChange: () => undefined,
		onPresence(payload) {
			const notice = noticeSchema.safeParse(payload);
			if (notice.success) note(notice.data);
			const loss = lossSchema.safeParse(payload);
			for (const place of loss.success ? [...places.keys()] : []) {
				const [table, id = ""] = place.split(" ");
				const lost = loss.data?.tables.find((one) => one === table);
				if (lost && loss.data) forget({ table: lost, id }, loss.data.lost_by);
			}
		},
	});
	stopping.addEventListener("abort", () => {
		unsubscribe();
		for (const people of places.values()) for (const { timer } of people.values()) clearTimeout(timer);
		places.clear();
	});

	return {
		say: async ({ table, id }, { id: personId, name }, state) => {
			const notice: Notice = { table, id, person: { id: personId, name: namedBriefly(name) }, state };
			await db.execute(sql`select pg_notify('presence', ${JSON.stringify(notice)})`);
		},
		peopleAt,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
