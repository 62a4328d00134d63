import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { ownServer, startSite } from "./site-server.ts";
import { listAsStaff } from "./staff.ts";

const run = (command: string, ...words: string[]) => spawnSync(command, words).status === 0;

/** A disk of its own, small enough to fill; undefined where this user may not mount one. */
function mountSmallDisk(megabytes: number): { folder: string; unmount(): void } | undefined {
	const folder = mkdtempSync(join(tmpdir(), "test-disk-"));
	const mounted =
		process.platform === "linux" && run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder);
	if (!mounted) {
		rmSync(folder, { recursive: true });
		return undefined;
	}
	return {
		folder,
		unmount: () => {
			run("umount", "-l", folder);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Takes all the room there is; the site itself may be taking some meanwhile. */
function fill(folder: string): string {
	const ballast = join(folder, "ballast");
	try {
		for (;;) appendFileSync(ballast, Buffer.alloc(64 * 1024));
	} catch (error) {
		if (!String(error).includes("ENOSPC")) throw error;
	}
	return ballast;
}

/** A disk that can fail: its kernel then lets no one write any more, whatever is open. */
function mountFailingDisk() {
	const folder = mkdtempSync(join(tmpdir(), "test-disk-"));
	const [image, disk] = [join(folder, "image"), join(folder, "disk")];
	// The database server runs by another account than root.
	chmodSync(folder, 0o711);
	mkdirSync(disk);
	writeFileSync(image, "");
	truncateSync(image, 256 * 1024 * 1024);
	const mount = () => run("mount", "-o", "loop,errors=remount-ro", image, disk);
	const remove = () => {
		run("umount", "-l", disk);
		rmSync(folder, { recursive: true, force: true });
	};
	if (process.platform !== "linux" || !run("mkfs.ext4", "-q", "-F", image) || !mount()) return remove();
	return {
		folder: disk,
		/** What was written before is on the disk. */
		fail: () => run("sync", "-f", disk) && run("mount", "-o", "remount,abort", disk),
		repair: () => {
			run("umount", disk);
			run("e2fsck", "-p", image);
			return mount();
		},
		remove,
	};
}

const inquiry = (message: string) =>
	new URLSearchParams({ firstName: "Ada", lastName: "Byron", email: "ada@example.com", message });
const resume = () => buildApplicationForm({ job_id: "general-application", coverLetter: "x" });
const messages = async (site: { url: string }) => (await listAsStaff(site, "contacts")).map((row) => row.message);

test("on a full disk nothing is acknowledged that is not kept, and with room again all goes on", {
	tag: "@long",
}, async () => {
	test.setTimeout(90_000);
	const disk = mountSmallDisk(96);
	test.skip(!disk, "mounting a small disk takes root on Linux");
	if (!disk) return;
	const site = await startSite({ ...ownServer, DATA_DIR: disk.folder, MAIL_DIR: join(disk.folder, "mail") });
	const acknowledged: string[] = [];
	const write = async (message: string) => {
		const answer = await fetch(`${site.url}/contact`, { method: "POST", body: inquiry(message) }).catch(
			() => undefined,
		);
		if (answer?.status === 201) acknowledged.push(message);
		return answer;
	};
	try {
		await write("before");
		const ballast = fill(disk.folder);
		const refused = await fetch(`${site.url}/api/applications`, { method: "POST", body: resume() });
		expect(refused.status).toBe(503);
		expect(await refused.json()).toMatchObject({
			outcome: "failed",
			message: expect.stringMatching(/low on storage space.*try again/i),
			values: { coverLetter: "x" },
		});
		for (let copy = 0; copy < 40; copy++) await write(`full ${copy} ${"x".repeat(15_000)}`);
		// Texts are refused before the database runs out of room (decision 034); what it does itself is for its own log.
		expect(site.log()).toMatch(/nearly full; a submission was refused|ENOSPC|No space left/);
		rmSync(ballast);
		await site.restart();
		expect((await write("after"))?.status).toBe(201);
		expect((await fetch(`${site.url}/api/applications`, { method: "POST", body: resume() })).status).toBe(201);
		const kept = await messages(site);
		expect(acknowledged.filter((message) => !kept.includes(message))).toEqual([]);
	} finally {
		await site.kill();
		disk.unmount();
	}
});

test("on a read-only disk it says so, reads on, and acknowledges nothing", { tag: "@long" }, async () => {
	test.setTimeout(90_000);
	const disk = mountSmallDisk(96);
	test.skip(!disk, "mounting a small disk takes root on Linux");
	if (!disk) return;
	const site = await startSite({ ...ownServer, DATA_DIR: disk.folder, MAIL_DIR: join(disk.folder, "mail") });
	try {
		expect((await fetch(`${site.url}/contact`, { method: "POST", body: inquiry("before") })).status).toBe(201);
		await site.kill();
		// As soon as its database server has ended too.
		await expect.poll(() => run("mount", "-o", "remount,ro", disk.folder)).toBe(true);
		await expect(site.start()).rejects.toThrow(/EROFS|read-only/i);
		expect(run("mount", "-o", "remount,rw", disk.folder)).toBe(true);
		await site.start();
		expect(await messages(site)).toEqual(["before"]);
	} finally {
		await site.kill();
		disk.unmount();
	}
});

test("a disk that fails under the running site ends it with a clear message, and repaired it has all that was acknowledged", {
	tag: "@long",
}, async () => {
	test.setTimeout(90_000);
	const disk = mountFailingDisk();
	test.skip(!disk, "mounting a disk that can fail takes root, loop devices and mkfs.ext4 on Linux");
	if (!disk) return;
	const site = await startSite({ ...ownServer, DATA_DIR: disk.folder, MAIL_DIR: join(disk.folder, "mail") });
	const send = (message: string) => fetch(`${site.url}/contact`, { method: "POST", body: inquiry(message) });
	try {
		expect((await send("before")).status).toBe(201);
		await expect.poll(async () => (await site.mails()).length).toBe(1);
		expect(disk.fail()).toBe(true);
		expect((await send("to nowhere")).status).toBeGreaterThanOrEqual(500);
		expect(await site.ended()).toBe(1);
		expect(site.log()).toMatch(/The database server stopped 3 times in a minute.*Read-only file system/s);
		expect(disk.repair()).toBe(true);
		await site.start();
		expect((await send("after")).status).toBe(201);
		expect((await messages(site)).sort()).toEqual(["after", "before"]);
	} finally {
		await site.kill();
		disk.remove();
	}
});
