import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const productFiles = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$|\/\+types\//.test(file));

/** What is written by other means, because no one has been promised it, or in a way of its own that is synced too. */
const writersOfTheirOwn: Record<string, string> = {
	"src/platform/files/durable-files.server.ts": "the one way",
	"src/platform/http/upload.server.ts": "an upload that goes with its request",
	"src/features/inbound/intake/by-hand.server.ts": "a copy of a stored message, gone when it has been read",
	"src/features/inbound/message/message-reader.process.ts":
		"a mark, flushed, that a message is being read, and its files, gone when it is stored",
	"src/features/inbound/sources/folder.server.ts":
		"the header of a message that is too large, gone when it has been read",
	"src/features/inbound/sources/imap.server.ts": "a message that stays in its mailbox, gone when it is stored",
	"src/features/inbound/sources/webhook.server.ts": "a message that is stored before the answer, gone then",
	"src/platform/backup/before-update.server.ts": "a copy of migrations, gone when they have run",
	"src/platform/backup/backup.server.ts": "rows of a backup under way",
	"src/platform/backup/backup-tables.server.ts": "rows of a backup under way",
	"src/platform/backup/point-in-time-restore.server.ts":
		"a cluster that is put together anew, and synced when it is whole",
	"src/platform/postgres/postgres-binaries.server.ts": "a copy of programs, made anew when it is not whole",
	"src/platform/postgres/postgres-address.server.ts": "flushed, and the folder synced",
	"src/platform/process/settings.server.ts": "flushed, and the folder synced",
};

test("every module that stores a file uses durable-files, which forces it to disk", () => {
	const writing = /\b(createWriteStream|(writeFile|appendFile|copyFile|cp)(Sync)?)\(/;
	const writers = productFiles.filter((file) => writing.test(readFileSync(file, "utf8")));
	expect(writers.sort()).toEqual(Object.keys(writersOfTheirOwn).sort());
});
