import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FolderInUseError, lockFolder } from "./folder-lock.server.ts";

const folder = () => mkdtempSync(join(tmpdir(), "lock-"));

test("lets one holder at a time use a folder", async () => {
	const path = folder();
	const unlock = await lockFolder(path);
	await expect(lockFolder(path)).rejects.toThrow(FolderInUseError);
	await unlock();
	await (await lockFolder(path))();
});

test("takes over at once from a process that was killed", async () => {
	const path = folder();
	const script = `import { lockFolder } from ${JSON.stringify(join(process.cwd(), "src/platform/folder-lock.server.ts"))};
		await lockFolder(${JSON.stringify(path)}); console.log("held"); setInterval(() => {}, 1000);`;
	const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	await once(child.stdout, "data");
	await expect(lockFolder(path)).rejects.toThrow(FolderInUseError);
	child.kill("SIGKILL");
	await once(child, "exit");
	expect(existsSync(join(path, "lock"))).toBe(true);
	await (await lockFolder(path))();
});

test("locks a folder whose path is too long for a socket", async () => {
	const path = join(folder(), "x".repeat(120));
	const unlock = await lockFolder(path);
	await expect(lockFolder(path)).rejects.toThrow(FolderInUseError);
	await unlock();
});
