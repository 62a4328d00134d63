import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { isOneLine } from "#lib/text/text.ts";
import { requestContext } from "#platform/http/request-context.server.ts";
import { createLogger } from "./logger.server.ts";
import { readableLines } from "./readable-log.server.ts";

function collect(production: boolean) {
	const lines: string[] = [];
	const output = { write: (line: string) => lines.push(line) };
	const logger = createLogger({ level: "info", production }, production ? output : readableLines(output));
	return { logger, lines };
}

test("names the request in each line that is written for it", async () => {
	const { logger, lines } = collect(true);
	await requestContext.run({ requestId: "r-1", address: "192.0.2.1" }, async () => {
		await Promise.resolve();
		logger.info({ row: 7 }, "stored");
	});
	logger.info({}, "idle");
	expect(lines.map((line) => JSON.parse(line))).toMatchObject([
		{ requestId: "r-1", row: 7, msg: "stored" },
		{ msg: "idle" },
	]);
	expect(JSON.parse(lines[1] ?? "")).not.toHaveProperty("requestId");
});

test("writes for people outside production, the failure's stack included", () => {
	const { logger, lines } = collect(false);
	logger.error({ err: new Error("broken"), path: "/x" }, "request failed");
	expect(lines.join("")).toMatch(/error request failed path="\/x"\nError: broken\n\s+at /);
});

test.each([true, false])("stays one line for a visitor's text with line breaks, in production: %s", (production) => {
	const { logger, lines } = collect(production);
	const text = '/a\r\n12:00:00 error {"level":60}\x1b[2K';
	logger.warn({ path: text }, `mail: ${text}`);
	expect(lines).toHaveLength(1);
	expect(isOneLine(lines[0]?.trimEnd() ?? "")).toBe(true);
});

test("a failed statement is logged with its cause's code and without its parameters", () => {
	const { logger, lines } = collect(true);
	const cause = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
	const err = new DrizzleQueryError("insert into users", ["ada@example.com\n    at home", "hash"], cause);
	logger.error({ err }, "request failed");
	const line = JSON.parse(lines[0] ?? "");
	expect(line.err).toMatchObject({ message: "Failed query: insert into users", cause: { code: "ECONNREFUSED" } });
	expect(line.err.stack).toContain("logger.test.ts");
	expect(lines[0]).not.toMatch(/ada@example\.com|hash|at home/);
});
