import { pino } from "pino";
import { requestContext } from "#platform/http/request-context.server.ts";
import { readableLines } from "./readable-log.server.ts";

export type Logger = {
	debug(fields: object, message: string): void;
	info(fields: object, message: string): void;
	warn(fields: object, message: string): void;
	error(fields: object, message: string): void;
	child(fields: object): Logger;
};

/**
 * Writes JSON lines in production and readable lines elsewhere, each with the id of its request. Never log passwords,
 * tokens, emailed links, or request bodies.
 */
export function createLogger(
	{ level, production }: { level: string; production: boolean },
	output: { write(line: string): void } = production ? process.stdout : readableLines(process.stdout),
): Logger {
	const mixin = () => {
		const requestId = requestContext.getStore()?.requestId;
		return requestId ? { requestId } : {};
	};
	const serializers = { err: describeError };
	return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, mixin, serializers }, output);
}

/** The kind, code, and stack of an error and its causes, without the parameters of a failed statement. */
function describeError(error: unknown): object {
	if (!(error instanceof Error)) return { message: String(error) };
	const { cause } = error;
	const message = withoutParameters(error);
	const stack = error.stack?.replace(error.message, () => message);
	const code = "code" in error ? error.code : undefined;
	return {
		type: error.constructor.name,
		message,
		...(code !== undefined && { code }),
		stack,
		...(cause !== undefined && { cause: describeError(cause) }),
	};
}

/** Drizzle ends its message with the statement's parameters: visitors' text, password hashes. */
function withoutParameters(error: Error): string {
	return "params" in error && "query" in error ? `Failed query: ${error.query}` : error.message;
}
