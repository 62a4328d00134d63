import type { Logger } from "#platform/process/logger.server.ts";

export type LogLine = { level: string; message: string; fields: object };

/** Keeps every line instead of printing it. */
export function recordingLogger(): { logger: Logger; lines: LogLine[] } {
	const lines: LogLine[] = [];
	const write = (level: string) => (fields: object, message: string) => {
		lines.push({ level, message, fields });
	};
	const logger: Logger = {
		debug: write("debug"),
		info: write("info"),
		warn: write("warn"),
		error: write("error"),
		child: () => logger,
	};
	return { logger, lines };
}
