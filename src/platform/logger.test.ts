import { expect, test } from "vitest";
import { createLogger } from "./logger.server.ts";
import { readableLines } from "./readable-log.server.ts";
import { requestContext } from "./request-context.server.ts";

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

test("stays one line for a visitor's text with line breaks", () => {
	const { logger, lines } = collect(true);
	logger.warn({ path: '/a\n{"level":60}' }, "nothing at this address");
	expect(lines).toHaveLength(1);
	expect(lines[0]?.trimEnd()).not.toContain("\n");
});
