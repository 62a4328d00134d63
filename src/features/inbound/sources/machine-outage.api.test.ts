import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestApp } from "#tests/app.ts";
import { noDovecot, startDovecot } from "#tests/dovecot.ts";
import { inboundSettings, mailOf } from "#tests/inbound-message.ts";
import { becomes, impatient, isConnected, receivedSubjects, startReading } from "#tests/mailbox-reader.ts";
import { intakeHooks } from "#wiring.server.ts";
import { createFolderReader } from "./folder.server.ts";

const app = startTestApp(inboundSettings);

// That a process that can't be started is such a failure, too, is in worker.test.ts.
test("email in the folder waits as long as the machine can't take it", async () => {
	const folder = mkdtempSync(join(tmpdir(), "inbound-"));
	const look = createFolderReader(app.deps, intakeHooks(app.deps), folder);
	const repair = breakStorage();
	try {
		writeFileSync(join(folder, "a.eml"), mailOf("In the folder"));
		for (let round = 0; round < 5; round++) await look();
		expect(existsSync(join(folder, "a.eml"))).toBe(true);
	} finally {
		repair();
	}
	await look();
	expect(await receivedSubjects(app)).toContain("In the folder");
	rmSync(folder, { recursive: true });
});

test.skipIf(noDovecot)("email in the mailbox waits as long as the machine can't take it", async () => {
	const server = await startDovecot();
	const waits: number[] = [];
	const stop = startReading(app, { url: server.url, pollSeconds: 1 }, impatient(waits));
	try {
		await becomes(async () => expect(await isConnected(app)).toBe(true));
		const repair = breakStorage();
		try {
			server.deliver(mailOf("In the mailbox"));
			await becomes(async () => expect(waits.length).toBeGreaterThan(6));
			expect(await receivedSubjects(app)).not.toContain("In the mailbox");
		} finally {
			repair();
		}
		await becomes(async () => expect(await receivedSubjects(app)).toContain("In the mailbox"));
	} finally {
		await stop();
		await server.stop();
	}
});

/** Storing a file fails then as it does on a broken or full disk. @returns a function that ends it */
function breakStorage(): () => void {
	const folder = join(app.deps.settings.dataDir, "files");
	mkdirSync(folder, { recursive: true });
	renameSync(folder, `${folder}-away`);
	writeFileSync(folder, "");
	return () => {
		rmSync(folder);
		renameSync(`${folder}-away`, folder);
	};
}
