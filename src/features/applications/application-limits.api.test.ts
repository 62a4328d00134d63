import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { dailyBytes } from "#features/forms/submission.server.ts";
import type { DiskSpace } from "#platform/files/disk-space.server.ts";
import { requestContext } from "#platform/http/request-context.server.ts";
import { startTestApp } from "#tests/app.ts";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { buildPdf } from "#tests/factories/resumes.ts";
import { applicationsTable } from "./applications.table.ts";
import { submitApplication } from "./apply/submit-application.server.ts";

const app = startTestApp({ RATE_LIMITS: "on" });

beforeEach(async () => {
	await app.deps.db.delete(applicationsTable);
	await app.deps.database.query("delete from rate_limits");
});

type Overrides = Parameters<typeof buildApplicationForm>[0];

const buildForm = (overrides?: Overrides) =>
	buildApplicationForm({ job_id: "general-application", coverLetter: "Dear firm", ...overrides });

const send = (overrides?: Overrides) =>
	app.api.request("/api/applications", { method: "POST", body: buildForm(overrides) });

const submit = (body: BodyInit, headers: Record<string, string> = {}, diskSpace?: () => Promise<DiskSpace>) =>
	submitApplication(
		new Request("http://site.test/api/applications", { method: "POST", body, headers, duplex: "half" } as RequestInit),
		app.deps,
		diskSpace,
	);

const submitFrom = (address: string, ...form: Parameters<typeof submit>) =>
	requestContext.run({ requestId: "", address }, () => submit(...form));

const uploadsLeft = () => {
	const folder = join(app.deps.settings.dataDir, "uploads");
	return existsSync(folder) ? readdirSync(folder) : [];
};

const networkOfSite = (index: number) => `2001:db8:7:${index.toString(16)}::/64`;

/** A form that is on its way for as long as it takes. */
function slowForm() {
	const reading = Promise.withResolvers<void>();
	let finish = () => {};
	const body = new ReadableStream({
		start(controller) {
			const write = (text: string) => controller.enqueue(new TextEncoder().encode(text));
			write('--x\r\nContent-Disposition: form-data; name="firstName"\r\n\r\nAda\r\n');
			finish = () => {
				write("--x--\r\n");
				controller.close();
			};
		},
		// Asked for more when the first piece has been taken.
		pull: () => reading.resolve(),
	});
	const headers = { "content-type": "multipart/form-data; boundary=x" };
	return { body, headers, reading: reading.promise, finish: () => finish() };
}

test("takes thirty applications in ten minutes from one address, and says at the next that it failed", async () => {
	for (let count = 0; count < 30; count++) expect((await send({ resume: undefined })).status).toBe(422);
	const refused = await send({ resume: undefined });
	expect(refused.status).toBe(429);
	expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
	expect(await refused.json()).toMatchObject({
		outcome: "failed",
		errors: {},
		values: { firstName: "Ada", coverLetter: "Dear firm" },
	});
});

test("gives everything but the file back with a file that is far too large", async () => {
	const resume = new File([new Uint8Array(60 * 1024 * 1024)], "film.pdf");
	const { submission, status } = await submit(buildForm({ resume }));
	expect(status).toBe(422);
	expect(submission).toMatchObject({ values: { firstName: "Ada", coverLetter: "Dear firm" } });
});

test("sends back the fields of the form only, however large and many others came along", async () => {
	const form = buildForm({ email: "ada" });
	for (let index = 0; index < 12; index++) form.append(`unknown${index}`, "x".repeat(1_000_000));
	const { submission, status } = await submit(form);
	expect(status).toBe(422);
	expect(submission).toMatchObject({ values: { firstName: "Ada", coverLetter: "Dear firm" } });
	expect(JSON.stringify(submission).length).toBeLessThan(1_000);
});

test("sends a text that is too long back whole, unless it is longer than any may ever be", async () => {
	const coverLetter = `${"x".repeat(60_000)} the end`;
	const long = await submit(buildForm({ coverLetter }));
	expect(long.submission).toMatchObject({ errors: { coverLetter: expect.any(String) }, values: { coverLetter } });
	const endless = await submit(buildForm({ coverLetter: "x".repeat(3_000_000) }));
	expect(endless.submission).toMatchObject({ values: { coverLetter: "x".repeat(128 * 1024) } });
});

test("receives two files at a time from one address, and gives the text of a third back", async () => {
	const slow = [slowForm(), slowForm()];
	const underWay = slow.map(({ body, headers }) => submitFrom("192.0.2.1", body, headers));
	await Promise.all(slow.map(({ reading }) => reading));
	const third = await submitFrom("192.0.2.1", buildForm());
	expect(third).toMatchObject({
		status: 429,
		submission: {
			outcome: "failed",
			message: expect.stringMatching(/try again/),
			values: { coverLetter: "Dear firm" },
		},
	});
	expect((await submitFrom("192.0.2.2", buildForm())).status).toBe(201);
	for (const { finish } of slow) finish();
	for (const answer of underWay) expect((await answer).status).toBe(422);
	expect((await submitFrom("192.0.2.1", buildForm())).status).toBe(201);
});

test("receives at most eight files at a time from all addresses together", async () => {
	const slow = Array.from({ length: 8 }, slowForm);
	const underWay = slow.map(({ body, headers }, index) => submitFrom(`192.0.2.${index}`, body, headers));
	await Promise.all(slow.map(({ reading }) => reading));
	expect((await submitFrom("192.0.2.100", buildForm())).status).toBe(429);
	for (const { finish } of slow) finish();
	await Promise.all(underWay);
	expect((await submitFrom("192.0.2.100", buildForm())).status).toBe(201);
});

test("ends the slowest of eight files for a newcomer once it has had its time", async () => {
	// A whole number, so that sums and differences are exact.
	const start = Math.ceil(performance.now());
	const clock = vi.spyOn(performance, "now").mockReturnValue(start);
	onTestFinished(() => clock.mockRestore());
	const slow = Array.from({ length: 8 }, slowForm);
	const underWay: ReturnType<typeof submitFrom>[] = [];
	for (const [index, { body, headers, reading }] of slow.entries()) {
		clock.mockReturnValue(start + index);
		underWay.push(submitFrom(`192.0.2.${index}`, body, headers));
		await reading;
	}
	clock.mockReturnValue(start + 15_000);
	expect((await submitFrom("192.0.2.100", buildForm())).status).toBe(429);
	clock.mockReturnValue(start + 15_001);
	expect((await submitFrom("192.0.2.100", buildForm())).status).toBe(201);
	expect(await underWay[0]).toMatchObject({
		status: 503,
		submission: { outcome: "failed", message: expect.stringMatching(/took too long/) },
	});
	for (const { finish } of slow.slice(1)) finish();
	for (const answer of underWay.slice(1)) expect((await answer).status).toBe(422);
	expect(uploadsLeft()).toEqual([]);
});

test("receives four files at a time from all networks of one site of IPv6 together", async () => {
	const slow = Array.from({ length: 4 }, slowForm);
	const underWay = slow.map(({ body, headers }, index) => submitFrom(networkOfSite(index + 1), body, headers));
	await Promise.all(slow.map(({ reading }) => reading));
	expect((await submitFrom(networkOfSite(9), buildForm())).status).toBe(429);
	expect((await submitFrom("2001:db8:8:1::/64", buildForm())).status).toBe(201);
	for (const { finish } of slow) finish();
	await Promise.all(underWay);
});

test("takes 100 MB a day from one address, of files and texts together", async () => {
	const resume = new File([buildPdf("Ada Byron", 300_000)], "cv.pdf");
	await app.deps.rateLimits.count(dailyBytes, "192.0.2.1", dailyBytes.points - 250_000);
	const refused = await submitFrom("192.0.2.1", buildForm({ resume }));
	expect(refused).toMatchObject({
		status: 429,
		submission: { outcome: "failed", message: expect.stringMatching(/tomorrow/), values: { coverLetter: "Dear firm" } },
	});
	// A smaller one still has its place, and someone else has all of theirs.
	expect((await submitFrom("192.0.2.1", buildForm())).status).toBe(201);
	expect((await submitFrom("192.0.2.2", buildForm({ resume }))).status).toBe(201);
	expect(await app.deps.db.select().from(applicationsTable)).toHaveLength(2);
	expect(uploadsLeft()).toEqual([]);
});

test("files that could not be stored do not count against the daily limit", async () => {
	await app.deps.rateLimits.count(dailyBytes, "192.0.2.1", dailyBytes.points - 20_000);
	const coverLetter = "x".repeat(15_000);
	for (let attempt = 0; attempt < 3; attempt++) {
		const failed = await submitFrom("192.0.2.1", buildForm({ job_id: "never-was", coverLetter }));
		expect(failed.status).toBe(404);
	}
	expect((await submitFrom("192.0.2.1", buildForm({ coverLetter }))).status).toBe(201);
});

test("takes no file when the disk is nearly full, says so, and gives the text back", async () => {
	const nearlyFull = async () => ({ free: 900 * 1024 ** 2, size: 40 * 1024 ** 3 });
	const { submission, status } = await submit(buildForm(), {}, nearlyFull);
	expect(status).toBe(503);
	expect(submission).toMatchObject({
		outcome: "failed",
		message: expect.stringMatching(/low on storage space/),
		values: { firstName: "Ada", coverLetter: "Dear firm" },
	});
	expect(uploadsLeft()).toEqual([]);
	expect(await app.deps.db.select().from(applicationsTable)).toEqual([]);
	expect(app.log.at(-1)).toMatchObject({ level: "error", message: expect.stringMatching(/nearly full/) });
});

test("takes no text either when the disk is fuller still, and gives it back", async () => {
	const full = async () => ({ free: 300 * 1024 ** 2, size: 40 * 1024 ** 3 });
	const { submission, status } = await submit(buildForm({ resume: undefined }), {}, full);
	expect(status).toBe(503);
	expect(submission).toMatchObject({
		outcome: "failed",
		message: expect.stringMatching(/can't accept messages/),
		values: { coverLetter: "Dear firm" },
	});
	expect(app.log.at(-1)).toMatchObject({ level: "error", message: expect.stringMatching(/a submission was refused/) });
});

test("takes ten times as many forms from all networks of one site of IPv6 together", async () => {
	const formLimit = { name: "public-forms-48", points: 300, seconds: 600 };
	await app.deps.rateLimits.count(formLimit, "2001:db8:7::/48", 299);
	expect((await submitFrom(networkOfSite(1), buildForm())).status).toBe(201);
	expect((await submitFrom(networkOfSite(2), buildForm())).status).toBe(429);
	expect((await submitFrom("2001:db8:8:1::/64", buildForm())).status).toBe(201);
});

test("takes ten times as many bytes a day from them, and what was refused does not count", async () => {
	const wider = { ...dailyBytes, name: "public-form-bytes-48", points: dailyBytes.points * 10 };
	const site = "2001:db8:7::/48";
	await app.deps.rateLimits.count(wider, site, wider.points - 14_000);
	const long = buildForm({ coverLetter: "x".repeat(15_000) });
	const refused = await submitFrom(networkOfSite(1), long);
	expect(refused).toMatchObject({ status: 429, submission: { message: expect.stringMatching(/tomorrow/) } });
	expect((await submitFrom(networkOfSite(2), buildForm({ coverLetter: "x".repeat(5_000) }))).status).toBe(201);
});
