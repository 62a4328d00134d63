import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createWorker, isSystemFailure, startProcess, WorkerEnded, WorkerFailure } from "./worker.server.ts";

const folder = mkdtempSync(join(tmpdir(), "worker-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, "worker.mjs");
writeFileSync(
	file,
	`const jobs = {
		echo: () => ({ answer: process.pid }),
		settings: () => ({ answer: Object.keys(process.env) }),
		refuse: () => ({ failure: "no" }),
		// Many small pieces, for which the limit of a thread does not hold.
		hoard: () => { const held = []; for (;;) held.push(new Uint8Array(8), {}); },
		wait: () => undefined,
		end: () => process.exit(3),
	};
	process.on("message", (job) => { const reply = jobs[job](); if (reply) process.send(reply); });
	process.on("disconnect", () => process.exit());
	process.send("loaded");`,
);

const start = (withinMs = 60_000) =>
	createWorker<string, unknown>({ start: () => startProcess(file, 32), withinMs, idleMs: 60_000 });

// A3
test.each(["hoard", "end"])(
	"a process that ends on a job (%s) ends alone, and the next job has a new one",
	async (job) => {
		const ask = start();
		const first = await ask("echo");
		await expect(ask(job)).rejects.toBeInstanceOf(WorkerEnded);
		const second = await ask("echo");
		expect(second).toEqual(expect.any(Number));
		expect([process.pid, first]).not.toContain(second);
		expect(await ask("echo")).toBe(second);
	},
);

test("a process that takes too long is ended, which says nothing about the next job", async () => {
	const ask = start(2_000);
	await expect(ask("wait")).rejects.toBeInstanceOf(WorkerEnded);
	expect(await ask("echo")).toEqual(expect.any(Number));
});

test("a process ends when a job has had a processor for too long, and not when it only waits", async () => {
	const limited = join(folder, "limited.mjs");
	const limit = JSON.stringify(join(import.meta.dirname, "cpu-limit.server.ts"));
	writeFileSync(
		limited,
		`import { limitCpuTime } from ${limit};
		const begins = limitCpuTime(300);
		process.on("message", (job) => {
			begins();
			if (job === "work") for (;;);
			setTimeout(() => process.send({ answer: process.pid }), job === "wait" ? 1_000 : 0);
		});
		process.on("disconnect", () => process.exit());
		process.send("loaded");`,
	);
	const ask = createWorker<string, unknown>({
		start: () => startProcess(limited, 32),
		withinMs: 60_000,
		idleMs: 60_000,
	});
	const first = await ask("echo");
	expect(await ask("wait")).toBe(first);
	await expect(ask("work")).rejects.toBeInstanceOf(WorkerEnded);
	expect(await ask("echo")).not.toBe(first);
});

test("a refused job doesn't end the process, which has none of the site's settings", async () => {
	process.env.A_SECRET_OF_THE_SITE = "x";
	const ask = start();
	const first = await ask("echo");
	const refusal = ask("refuse");
	await expect(refusal).rejects.toBeInstanceOf(WorkerFailure);
	await expect(refusal).rejects.not.toBeInstanceOf(WorkerEnded);
	expect(await ask("echo")).toBe(first);
	expect(await ask("settings")).not.toContain("A_SECRET_OF_THE_SITE");
});

test("a process that can't be started is no job's fault", async () => {
	const ask = createWorker<string, unknown>({
		start: () => startProcess(join(folder, "missing.mjs"), 32),
		withinMs: 1_000,
		idleMs: 1_000,
	});
	const failure = await ask("echo").catch((error: unknown) => error);
	expect(failure).not.toBeInstanceOf(WorkerFailure);
	expect(isSystemFailure(failure)).toBe(true);
});
