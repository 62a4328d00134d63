import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Commands, listenForCommands, sendCommand } from "./control-channel.server.ts";

async function newFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "control-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	return folder;
}

async function listen(folder: string, commands: Commands): Promise<void> {
	onTestFinished(await listenForCommands(folder, commands));
}

test("a command reaches the process that listens, and its answer comes back", async () => {
	const folder = await newFolder();
	await listen(folder, { greet: async (name) => `Hello, ${name}\nand welcome` });
	expect(await sendCommand(folder, "greet", 'Ada "Byron"')).toBe('Hello, Ada "Byron"\nand welcome');
});

test("the failure of a command is told, and an unknown command is one", async () => {
	const folder = await newFolder();
	await listen(folder, { fail: () => Promise.reject(new Error("not today")) });
	await expect(sendCommand(folder, "fail", "")).rejects.toThrow("not today");
	await expect(sendCommand(folder, "constructor", "")).rejects.toThrow("does not know the command");
});

test("tells that nobody listens", async () => {
	const folder = await newFolder();
	expect(await sendCommand(folder, "greet", "")).toBeUndefined();
});

test("replaces what a killed process left behind, and lets in nobody but its own user", async () => {
	const folder = await newFolder();
	await writeFile(join(folder, "control"), "");
	await listen(folder, { greet: async () => "hello" });
	expect(await sendCommand(folder, "greet", "")).toBe("hello");
	expect((await stat(join(folder, "control"))).mode & 0o077).toBe(0);
});
