import { toOneLine } from "#lib/text/text.ts";

const levels: Record<number, string> = { 10: "trace", 20: "debug", 30: "info", 40: "warn", 50: "error", 60: "fatal" };

/** Turns pino's JSON lines into `12:34:56 info  message key=value` for people. */
export function readableLines(output: { write(text: string): unknown }): { write(line: string): void } {
	return {
		write(line) {
			const { level, time, msg, err, ...fields } = JSON.parse(line);
			const details = Object.entries(fields).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
			// What a visitor has written may stand in either; it must not begin a line that looks like ours.
			const text = toOneLine([msg, ...details].join(" "));
			output.write(`${String(time).slice(11, 19)} ${(levels[level] ?? "").padEnd(5)} ${text}\n${stacks(err)}`);
		},
	};
}

type LoggedError = { stack?: string; message?: string; cause?: LoggedError };

function stacks(error: LoggedError | undefined): string {
	if (!error) return "";
	return `${error.stack ?? error.message}\n${error.cause ? `caused by: ${stacks(error.cause)}` : ""}`;
}
