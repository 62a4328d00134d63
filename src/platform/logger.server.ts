import { pino } from "pino";
import { readableLines } from "./readable-log.server.ts";

export type Logger = {
	debug(fields: object, message: string): void;
	info(fields: object, message: string): void;
	warn(fields: object, message: string): void;
	error(fields: object, message: string): void;
	child(fields: object): Logger;
};

/** JSON lines in production, readable lines elsewhere. Never hand it passwords, tokens, mailed links or request bodies. */
export function createLogger(options: { level: string; production: boolean }): Logger {
	const configuration = { level: options.level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
	return options.production ? pino(configuration) : pino(configuration, readableLines(process.stdout));
}
