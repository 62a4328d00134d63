import { once } from "node:events";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { expect, test } from "./fixtures.ts";
import { ownServer, startSite } from "./site-server.ts";
import { listAsStaff } from "./staff.ts";

const namesIn = (folder: string) => readdir(folder).catch(() => []);

test("a server that is killed during an upload leaves no row without its file, and soon no file without its row", {
	tag: "@long",
}, async () => {
	test.setTimeout(90_000);
	const site = await startSite(ownServer);
	const uploads = join(site.folder, "uploads");
	const resumes = join(site.folder, "files", "resumes");
	try {
		const whole = await fetch(`${site.url}/api/applications`, {
			method: "POST",
			body: buildApplicationForm({ job_id: "general-application" }),
		});
		expect(whole.status).toBe(201);
		const [kept] = await namesIn(resumes);

		const { port } = new URL(site.url);
		const socket = connect(Number(port), "localhost");
		socket.on("error", () => undefined);
		await once(socket, "connect");
		socket.write(
			[
				`POST /api/applications HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 1000000`,
				"Content-Type: multipart/form-data; boundary=x\r\n",
				`--x\r\nContent-Disposition: form-data; name="job_id"\r\n\r\ngeneral-application`,
				`--x\r\nContent-Disposition: form-data; name="resume"; filename="cv.pdf"\r\n\r\n%PDF-1.4 ${"x".repeat(500_000)}`,
			].join("\r\n"),
		);
		await expect.poll(() => namesIn(uploads)).toHaveLength(1);
		await site.kill();

		// As if it had been killed a moment later: the file is in its place, the row is not.
		await mkdir(resumes, { recursive: true });
		await writeFile(join(resumes, "1-Stray.pdf"), "%PDF-1.4");
		const longAgo = Date.now() / 1000 - 2 * 60 * 60;
		const [half = ""] = await namesIn(uploads);
		for (const file of [join(uploads, half), join(resumes, "1-Stray.pdf"), join(resumes, kept ?? "")]) {
			await utimes(file, longAgo, longAgo);
		}
		await site.start();
		await expect.poll(() => namesIn(uploads)).toEqual([]);
		await expect.poll(() => namesIn(resumes)).toEqual([kept]);
		expect((await listAsStaff(site, "applications")).map((row) => row.resume_url)).toEqual([kept]);
	} finally {
		await site.stop();
	}
});
