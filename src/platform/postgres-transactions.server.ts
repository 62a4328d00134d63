import type postgres from "postgres";
import { isConnectionFailure } from "./http-errors.server.ts";

/*
 * postgres.js 3.4.9 writes to a socket that is gone when a transaction whose connection was lost is rolled back, or goes
 * on: the error comes from a timer, so that it ends the process. Here, nothing more is sent on such a connection. The
 * caller is told by postgres.js itself, which rejects the whole transaction when its connection closes.
 */

type Begin = (...parameters: unknown[]) => Promise<unknown>;
type Work = (transaction: postgres.TransactionSql) => unknown;

class LostConnectionError extends Error {
	readonly code = "CONNECTION_CLOSED";
}

/** The same client, whose transactions survive the loss of their connection. */
export function survivingTransactions(client: postgres.Sql): postgres.Sql {
	return new Proxy(client, {
		get(target, name) {
			if (name !== "begin") return Reflect.get(target, name);
			return (...parameters: unknown[]) => {
				const connection = { lost: false };
				const work = parameters.pop() as Work;
				const done = (target.begin as Begin)(...parameters, quietly(connection, work));
				done.catch(() => {
					connection.lost = true;
				});
				return done;
			};
		},
	});
}

/** Work that, once its connection is lost, never ends: its end is what postgres.js would answer with a rollback. */
function quietly(connection: { lost: boolean }, work: Work): Work {
	return async (transaction) => {
		try {
			return await work(guarded(connection, transaction));
		} catch (error) {
			if (!connection.lost && !isConnectionFailure(error)) throw error;
			connection.lost = true;
			return new Promise(() => undefined);
		}
	};
}

function guarded(connection: { lost: boolean }, transaction: postgres.TransactionSql): postgres.TransactionSql {
	return new Proxy(transaction, {
		get(target, name) {
			if (name === "unsafe") {
				return (...parameters: Parameters<typeof target.unsafe>) =>
					connection.lost ? refusal() : target.unsafe(...parameters);
			}
			if (name === "savepoint") {
				return (...parameters: unknown[]) => {
					if (connection.lost) return refusal();
					const work = parameters.pop() as Work;
					return (target.savepoint as Begin)(...parameters, quietly(connection, work));
				};
			}
			return Reflect.get(target, name);
		},
	});
}

/** Drizzle asks for the rows of a query in one of two ways. */
function refusal() {
	const refused = Promise.reject(new LostConnectionError("the connection of this transaction was lost"));
	return Object.assign(refused, { values: () => refused });
}
