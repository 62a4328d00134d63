import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { startSite } from "./site-server.ts";
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

const embedded = { DATABASE_URL: "", STORAGE_URL: "" };
const inquiry = (message: string) =>
	new URLSearchParams({ firstName: "Ada", lastName: "Byron", email: "ada@example.com", message });
const resume = () => buildApplicationForm({ job_id: "general-application", coverLetter: "x" });
const messages = async (site: { url: string }) => (await listAsStaff(site, "contacts")).map((row) => row.message);

test("on a full disk nothing is acknowledged that is not kept, and with room again all goes on", async () => {
	test.setTimeout(90_000);
	const disk = mountSmallDisk(96);
	test.skip(!disk, "mounting a small disk takes root on Linux");
	if (!disk) return;
	const site = await startSite({ ...embedded, DATA_DIR: disk.folder, MAIL_DIR: join(disk.folder, "mail") });
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
		expect(refused.status).toBeGreaterThanOrEqual(500);
		expect(await refused.json()).toMatchObject({ outcome: "failed", message: expect.stringMatching(/try again/i) });
		for (let copy = 0; copy < 40; copy++) await write(`full ${copy} ${"x".repeat(15_000)}`);
		expect(site.log()).toMatch(/ENOSPC|No space left/);
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

test("on a read-only disk it says so, reads on, and acknowledges nothing", async () => {
	test.setTimeout(90_000);
	const disk = mountSmallDisk(96);
	test.skip(!disk, "mounting a small disk takes root on Linux");
	if (!disk) return;
	const site = await startSite({ ...embedded, DATA_DIR: disk.folder, MAIL_DIR: join(disk.folder, "mail") });
	try {
		expect((await fetch(`${site.url}/contact`, { method: "POST", body: inquiry("before") })).status).toBe(201);
		await site.kill();
		expect(run("mount", "-o", "remount,ro", disk.folder)).toBe(true);
		await expect(site.start()).rejects.toThrow(/EROFS|read-only/i);
		expect(run("mount", "-o", "remount,rw", disk.folder)).toBe(true);
		await site.start();
		expect(await messages(site)).toEqual(["before"]);
	} finally {
		await site.kill();
		disk.unmount();
	}
});
