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
 * JSON lines in production, readable lines elsewhere; each carries the id of the request it is written for.
 * Never hand it passwords, tokens, mailed links or request bodies.
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

/** Kind, code and stack of a failure and of its causes, without what a failed statement was about. */
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

/** Drizzle ends its message with the statement's parameters: what visitors wrote, hashes of passwords. */
function withoutParameters(error: Error): string {
	return "params" in error && "query" in error ? `Failed query: ${error.query}` : error.message;
}
