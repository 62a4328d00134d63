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
export function connectEmbedded(server: PGlite, onLost: OnLost = toStderr) {
	const listeners = new Map<string, Listener[]>();
	const ask = untilPanic(server, onLost);
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
		socket: () => lineTo(ask),
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

export type OnLost = (error: Error) => unknown;
const toStderr: OnLost = ({ message }) => process.stderr.write(`${message}\n`);
type Ask = (messages: Buffer) => Promise<Buffer>;

/** How a PANIC is told. Nobody's text can look like this: texts hold no NUL. */
const panic = "SPANIC\0VPANIC\0";

/**
 * A failed write of its log is a PANIC to PostgreSQL, at which it ends its process: nothing in its memory counts any more.
 * PGlite lives on, and its next step, which may follow in the same call, turns in circles for ever. So this process ends
 * where PostgreSQL's would, in the middle of that call.
 */
function untilPanic(server: PGlite, onLost: OnLost): Ask {
	return async (messages) => {
		// The greeting of a connection is answered apart.
		if (messages[0] === 0) return Buffer.from(await server.execProtocolRaw(messages));
		const answer: Buffer[] = [];
		await server.execProtocolRawStream(messages, {
			onRawData: (bytes) => {
				const part = Buffer.from(bytes);
				answer.push(part);
				if (!part.includes(panic)) return;
				onLost(new Error(part.toString("utf8", part.indexOf(panic)).replaceAll("\0", " ")));
				process.exit(1);
			},
		});
		return Buffer.concat(answer);
	};
}

/** The first byte of the message that ends a connection; PGlite would end with it. */
const terminate = "X".charCodeAt(0);

/** What the driver takes for a socket: PostgreSQL's messages to and from PGlite, without a network between. */
function lineTo(ask: Ask): Duplex {
	const line = new Duplex({
		read() {
			// Answers are pushed when they are there.
		},
		write(messages: Buffer, _encoding, done) {
			if (messages[0] === terminate) return done();
			ask(messages).then((answer) => {
				line.push(answer);
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
