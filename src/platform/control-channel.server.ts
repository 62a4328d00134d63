import { chmod, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { z } from "zod";
import { localSocketPath } from "./folder-lock.server.ts";

/*
 * A local socket beside the embedded database, through which commands on the same machine reach the server that holds
 * it (docs/decisions: control channel). Only the user that runs the server can open it; nothing of it is on the network.
 * One JSON line in, one JSON line out.
 */

/** Each takes one argument and answers one text. */
export type Commands = Record<string, (argument: string) => Promise<string>>;

const requestSchema = z.object({ command: z.string(), argument: z.string() });
const answerSchema = z.union([z.object({ answer: z.string() }), z.object({ error: z.string() })]);

const longestLine = 4096;
const patienceMs = 10_000;
/** While a command works, blanks before its answer tell the caller that it is still there. */
const signOfLifeMs = 2_000;

const socketName = "control";

/** The caller must hold the folder's lock: a socket left behind by a killed process is removed. */
export async function listenForCommands(folder: string, commands: Commands): Promise<() => Promise<void>> {
	const path = localSocketPath(folder, socketName);
	const onFileSystem = process.platform !== "win32";
	if (onFileSystem) await rm(path, { force: true });
	const server = createServer(async (socket) => {
		const signs = setInterval(() => socket.write(" "), signOfLifeMs);
		const answer = await readLine(socket)
			.then((line) => runCommand(commands, line))
			.catch((error: Error) => ({ error: error.message }));
		clearInterval(signs);
		socket.end(`${JSON.stringify(answer)}\n`);
	});
	server.unref();
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(path, resolve);
	});
	if (onFileSystem) await chmod(path, 0o600);
	return () => new Promise((done) => server.close(() => done()));
}

/**
 * Runs a command in the server that holds the folder.
 * @returns its answer; undefined when no server listens
 * @throws what the command failed with
 */
export async function sendCommand(folder: string, command: string, argument: string): Promise<string | undefined> {
	const socket = connect(localSocketPath(folder, socketName));
	const connected = await new Promise<boolean>((resolve) => {
		socket.once("connect", () => resolve(true));
		socket.once("error", () => resolve(false));
	});
	if (!connected) return undefined;
	socket.write(`${JSON.stringify({ command, argument })}\n`);
	const answer = answerSchema.parse(JSON.parse(await readLine(socket)));
	socket.end();
	if ("error" in answer) throw new Error(answer.error);
	return answer.answer;
}

async function runCommand(commands: Commands, line: string): Promise<z.infer<typeof answerSchema>> {
	const { command, argument } = requestSchema.parse(JSON.parse(line));
	const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
	if (!run) throw new Error(`the running server does not know the command ${command}`);
	return { answer: await run(argument) };
}

function readLine(socket: Socket): Promise<string> {
	return new Promise((resolve, reject) => {
		let text = "";
		socket.setEncoding("utf8");
		socket.setTimeout(patienceMs, () => socket.destroy(new Error("no answer in time")));
		socket.on("error", reject);
		socket.on("close", () => reject(new Error("the connection closed early")));
		socket.on("data", (chunk: string) => {
			text += chunk;
			const end = text.indexOf("\n");
			if (end >= 0) resolve(text.slice(0, end));
			else if (text.length > longestLine) socket.destroy(new Error("the line is too long"));
		});
	});
}
