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

/** A new folder, and a running site with an application. */
async function begin(...settings: Parameters<typeof startSite>) {
	test.slow();
	const folder = await mkdtemp(join(tmpdir(), "moving-"));
	const site = await startSite(...settings);
	const form = buildApplicationForm({ job_id: "general-application", firstName: "Grace", lastName: "Hopper" });
	expect((await fetch(`${site.url}/api/applications`, { method: "POST", body: form })).status).toBe(201);
	const end = async (...others: SiteServer[]) => {
		await Promise.all([site, ...others].map((each) => each.stop()));
		await rm(folder, { recursive: true });
	};
	return { archive: join(folder, "site.tar.gz"), site, resume: await readResume(site), end };
}

test("a running site moves from a laptop to another server and S3 with two commands", { tag: "@long" }, async () => {
	const { archive, site: laptop, resume, end } = await begin(ownServer);
	expect(await command("backup", laptop, archive)).toMatchObject({
		status: 0,
		printed: expect.stringContaining("verified"),
	});

	const cloud = await startSite(await newSharedSite(prepared()));
	const refused = await command("restore", cloud, archive);
	expect(refused.status).toBe(1);
	expect(refused.printed).toContain("not empty");
	expect(await command("restore", cloud, archive, "--force")).toMatchObject({ status: 0 });
	expect(await listAsStaff(cloud, "applications")).toEqual(await listAsStaff(laptop, "applications"));
	expect(await readResume(cloud)).toBe(resume);
	await end(cloud);
});

test("a running site moves from another server and S3 to a laptop with two commands", { tag: "@long" }, async () => {
	const { archive, site: cloud, resume, end } = await begin(await newSharedSite(prepared()));
	expect(await command("backup", cloud, archive)).toMatchObject({ status: 0 });
	const laptop = await startSite(ownServer);
	expect(await command("restore", laptop, archive, "--force")).toMatchObject({ status: 0 });
	expect(await readResume(laptop)).toBe(resume);
	await end(laptop);
});
