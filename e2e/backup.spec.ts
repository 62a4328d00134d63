import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { expect, test } from "./fixtures.ts";
import { newSharedSite } from "./shared-services.ts";
import { ownServer, prepared, type SiteServer, startSite } from "./site-server.ts";
import { listAsStaff, signInOverHttp } from "./staff.ts";

/** Not waited for in one go: the store that it may work on is part of this process. */
function command(script: "backup" | "restore", site: SiteServer, ...parameters: string[]) {
	const options = { env: { ...process.env, ...site.settings } };
	return new Promise<{ status: number; printed: string }>((ended) => {
		const child = execFile(process.execPath, [`scripts/${script}.ts`, ...parameters], options, (_, out, error) =>
			ended({ status: child.exitCode ?? -1, printed: out + error }),
		);
	});
}

async function readResume(site: SiteServer): Promise<string> {
	const [application] = await listAsStaff(site, "applications");
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	return (await fetch(`${site.url}/api/applications/${application?.id}/resume`, { headers })).text();
}

test("a running site moves from a laptop to another server and S3, and back, with two commands each", async () => {
	test.setTimeout(120_000);
	const folder = await mkdtemp(join(tmpdir(), "moving-"));
	const [out, home] = [join(folder, "out.tar.gz"), join(folder, "home.tar.gz")];
	const laptop = await startSite(ownServer);
	const form = buildApplicationForm({ job_id: "general-application", firstName: "Grace", lastName: "Hopper" });
	expect((await fetch(`${laptop.url}/api/applications`, { method: "POST", body: form })).status).toBe(201);
	const resume = await readResume(laptop);
	expect(await command("backup", laptop, out)).toMatchObject({
		status: 0,
		printed: expect.stringContaining("verified"),
	});

	const cloud = await startSite(await newSharedSite(prepared()));
	const refused = await command("restore", cloud, out);
	expect(refused.status).toBe(1);
	expect(refused.printed).toContain("not empty");
	expect(await command("restore", cloud, out, "--force")).toMatchObject({ status: 0 });
	expect(await listAsStaff(cloud, "applications")).toEqual(await listAsStaff(laptop, "applications"));
	expect(await readResume(cloud)).toBe(resume);

	expect(await command("backup", cloud, home)).toMatchObject({ status: 0 });
	const second = await startSite(ownServer);
	expect(await command("restore", second, home, "--force")).toMatchObject({ status: 0 });
	expect(await readResume(second)).toBe(resume);

	await Promise.all([laptop.stop(), cloud.stop(), second.stop()]);
	await rm(folder, { recursive: true });
});
