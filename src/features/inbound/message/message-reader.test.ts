import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { readMessageFile, removeFiles } from "./message-reader.server.ts";

const folder = mkdtempSync(join(tmpdir(), "message-reader-"));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, "message");
writeFileSync(
	path,
	"From: a@b.example\r\nMessage-ID: <a@b>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHere it is.\r\n--b\r\nContent-Type: application/zip; name=plan.zip\r\nContent-Transfer-Encoding: base64\r\n\r\nYSBwbGFu\r\n--b--\r\n",
);

test("the files of a message lie on disk until they are removed", async () => {
	const message = await readMessageFile(path, folder);
	if ("unreadable" in message) throw new Error("it is readable");
	expect(message.files).toMatchObject([{ name: "plan.zip", size: 6 }]);
	expect(readFileSync(message.files[0]?.path ?? "", "utf8")).toBe("a plan");
	await removeFiles(message);
	expect(readdirSync(folder)).toEqual(["message"]);
});

test("a disk that takes no file is no fault of the message, which is not called unreadable", async () => {
	await expect(readMessageFile(path, join(folder, "missing"))).rejects.toMatchObject({ code: "ENOENT" });
});

test.skipIf(process.platform === "win32")(
	"a message that takes ten seconds is unreadable, and the next one is read by a new thread",
	async () => {
		// A pipe that is open for writing and gives nothing keeps its reader waiting.
		const silent = join(folder, "silent");
		execFileSync("mkfifo", [silent]);
		const writer = openSync(silent, "r+");
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		try {
			let answer: unknown;
			const reading = readMessageFile(silent, folder).then((message) => {
				answer = message;
			});
			await vi.advanceTimersByTimeAsync(9_999);
			expect(answer).toBeUndefined();
			await vi.advanceTimersByTimeAsync(1);
			closeSync(writer);
			const ended = () => {
				// Whoever opens it for reading, sooner or later, comes to its end.
				closeSync(openSync(silent, "r+"));
				return answer;
			};
			await expect.poll(ended).toEqual({ unreadable: expect.stringMatching(/^[0-9a-f]{64}$/) });
			await reading;
		} finally {
			vi.useRealTimers();
			rmSync(silent);
		}
		expect(await readMessageFile(path, folder)).toHaveProperty("files");
	},
);
