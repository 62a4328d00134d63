import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keyOfFile, readMessageFile, removeFiles } from "./message-reader.server.ts";

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

// A3
test("a message on which everything has ended twice is not read a third time, whatever way it comes", async () => {
	const copy = join(folder, "copy");
	copyFileSync(path, copy);
	const tries = join(folder, `${await keyOfFile(path)}.tries`);
	writeFileSync(tries, ".");
	const message = await readMessageFile(copy, folder);
	expect(message).toMatchObject({ text: "Here it is." });
	if ("files" in message) await removeFiles(message);
	expect(existsSync(tries)).toBe(false);
	writeFileSync(tries, "..");
	expect(await readMessageFile(copy, folder)).toEqual({ unreadable: await keyOfFile(path) });
	expect(existsSync(tries)).toBe(false);
});
