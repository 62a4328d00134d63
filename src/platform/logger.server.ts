import { pino } from "pino";
import { readableLines } from "./readable-log.server.ts";
import { requestContext } from "./request-context.server.ts";

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
	return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, mixin }, output);
}
