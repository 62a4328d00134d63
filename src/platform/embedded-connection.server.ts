import { Duplex } from "node:stream";
import type { PGlite } from "@electric-sql/pglite";
import postgres from "postgres";

/** A list of more values than this comes in too many lengths for each to be planned and kept. */
const maxKeptParameters = 40;

type Listener = (payload: string) => void;
type Begin = (...parameters: unknown[]) => Promise<unknown>;
type Work = (transaction: postgres.TransactionSql) => unknown;

/**
 * Talks to PGlite as to a server with one connection, by the driver that also talks to PostgreSQL. Statements are parsed
 * and planned once, which costs PGlite more than to run most of them (docs/decisions/029).
 */
export function connectEmbedded(server: PGlite) {
	const listeners = new Map<string, Listener[]>();
	const options = {
		max: 1,
		// The one connection stays: what it listens to and has planned would go with it.
		idle_timeout: 0,
		max_lifetime: 0,
		onnotice: () => undefined,
		// Left out of the driver's types, like `socket`; its own `listen` would open a second connection.
		onnotify: (channel: string, payload: string) => {
			for (const listener of listeners.get(channel) ?? []) listener(payload);
		},
		socket: () => lineTo(server),
	};
	const client = planningOnce(postgres("postgres://postgres@localhost/postgres", options));

	return {
		client,
		listen: async (channel: string, listener: Listener) => {
			listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
			await client`listen ${client(channel)}`;
		},
		/** Several statements, while nobody else is asked: a script may open a transaction. */
		runScript: async (text: string): Promise<unknown[]> => {
			const connection = await client.reserve();
			try {
				const results: unknown[] = await connection.unsafe(text);
				// One statement answers rows, several answer a list of such lists.
				return results.flat();
			} catch (error) {
				await connection.unsafe("rollback"); // a script that fails inside its own transaction leaves it open
				throw error;
			} finally {
				connection.release();
			}
		},
		close: () => client.end({ timeout: 5 }),
	};
}

/** The first byte of the message that ends a connection; PGlite would end with it. */
const terminate = "X".charCodeAt(0);

/** What the driver takes for a socket: PostgreSQL's messages to and from PGlite, without a network between. */
function lineTo(server: PGlite): Duplex {
	const line = new Duplex({
		read() {
			// Answers are pushed when they are there.
		},
		write(messages: Buffer, _encoding, done) {
			if (messages[0] === terminate) return done();
			server.execProtocolRaw(messages).then(({ buffer, byteOffset, byteLength }) => {
				line.push(Buffer.from(buffer, byteOffset, byteLength));
				done();
			}, done);
		},
		final(done) {
			line.push(null);
			done();
		},
	});
	return Object.assign(line, { readyState: "open" });
}

/** The same client, which keeps the plans of its statements. Drizzle asks for that only where a statement has a name. */
function planningOnce<Client extends postgres.Sql | postgres.TransactionSql>(client: Client): Client {
	return new Proxy(client, {
		get(target, name) {
			if (name === "unsafe") {
				return (text: string, values: never[] = [], given: postgres.UnsafeQueryOptions = {}) =>
					target.unsafe(text, values, { ...given, prepare: values.length <= maxKeptParameters });
			}
			if (name === "begin" || name === "savepoint") {
				return (...parameters: unknown[]) => {
					const work = parameters.pop() as Work;
					const begin = Reflect.get(target, name) as Begin;
					return begin(...parameters, (transaction: postgres.TransactionSql) => work(planningOnce(transaction)));
				};
			}
			return Reflect.get(target, name);
		},
	});
}
