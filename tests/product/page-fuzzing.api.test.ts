import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "#app.server.ts";
import { applicationFormSchema } from "#features/applications/applications.schema.ts";
import { callFormSchema } from "#features/bookings/bookings.schema.ts";
import { contactFormSchema } from "#features/contacts/contacts.schema.ts";
import { createLink } from "#features/invoices/delivery/invoice-links.server.ts";
import { publicPath } from "#features/invoices/delivery/invoice-token.server.ts";
import { createPageCache } from "#platform/pages/page-cache.server.ts";
import { developmentPages } from "#platform/pages/public-pages.server.ts";
import routes from "#routes.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { insertJob } from "#tests/factories/jobs.ts";
import { insertPost } from "#tests/factories/posts.ts";
import { buildPdf } from "#tests/factories/resumes.ts";
import { hostileTexts } from "#tests/hostile-input.ts";
import { buildPages, type TestPage } from "#tests/page-build.ts";
import { bentForm } from "#tests/schema-input.ts";

const site = startTestApp();
const clientFolder = mkdtempSync(join(tmpdir(), "client-"));
writeFileSync(join(clientFolder, "app.css"), "body{margin:0}");

/** For each kind of address and form; `npm run torture` asks for more. */
const runs = Number(process.env.FUZZ_RUNS ?? 5) * 10;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);

let app: ReturnType<typeof createApp>;
/** Parts that lead to something, so that loaders are reached with more than addresses of nothing. */
const known: string[] = [];
let tried = 0;

const isPublic = (path: string) => !/^(admin|auth|bookings)/.test(path);

/**
 * A page's loader and action as they are, and nothing to see: what pages look like with hostile content is the matter of
 * browser tests, and only the build gives their components what they need.
 */
function withoutLooks({ loader, action, handle, headers, default: component, ErrorBoundary }: TestPage["module"]) {
	const blank = () => null;
	return {
		...(loader && { loader }),
		...(action && { action }),
		...(headers && { headers }),
		...(component && { default: blank }),
		...(ErrorBoundary && { ErrorBoundary: blank }),
		handle,
	};
}

async function publicPages(entries: readonly RouteConfigEntry[]): Promise<TestPage[]> {
	const pages = await Promise.all(
		entries.map(async ({ file, path = "", index, children }) => {
			if (children) return isPublic(path) ? publicPages(children) : [];
			if (!isPublic(path) || (!path && !index)) return [];
			return [{ path, module: withoutLooks(await import(/* @vite-ignore */ `../../src/${file}`)) }];
		}),
	);
	return pages.flat();
}

beforeAll(async () => {
	const pages = await publicPages(routes);
	expect(pages.length).toBeGreaterThan(15);
	app = createApp(site.deps, buildPages(pages), {
		clientFolder,
		publicPages: developmentPages,
		pages: createPageCache(),
	});
	const job = await insertJob(site.deps.db);
	const post = await insertPost(site.deps, { publish: true });
	const invoice = await createLink(
		site.deps.db,
		site.deps.settings,
		(await insertInvoice(site.deps.db, testTime, { status: "sent" })).id,
		testTime,
	);
	known.push(job.slug, job.id, post.slug, publicPath(invoice, site.deps.settings)?.split("/").at(-1) ?? "");
});

const failures = () => site.log.filter(({ level }) => level === "error" || level === "fatal");

afterAll(() => {
	rmSync(clientFolder, { recursive: true });
	process.stdout.write(`fuzzing of pages: ${tried.toLocaleString("en-US")} inputs\n`);
});

async function ask(path: string, init?: RequestInit): Promise<number> {
	const address = URL.parse(`http://site.test${path}`);
	if (!address) return 400; // No client can ask for it.
	tried += 1;
	const answer = await app.request(address, init);
	await answer.arrayBuffer();
	return answer.status;
}

const patterns = (function list(entries: readonly RouteConfigEntry[], above: string): string[] {
	return entries.flatMap(({ path, children }) => {
		const full = path ? `${above}/${path}` : above;
		return children ? list(children, full) : [full || "/"];
	});
})(routes, "");

/** As someone types it, as a browser encodes it, and what no browser would send. */
const part = fc.oneof(
	fc.constantFrom(...hostileTexts.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 4_000))),
	fc.string({ unit: "binary", maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed())),
	fc.string({ maxLength: 12 }),
	fc.constantFrom(
		"%00",
		"x%00y",
		"%",
		"%E0%A4%A",
		"%ff",
		"%2e%2e",
		"..",
		"%2f",
		"%5c",
		"",
		"0",
		"og.png",
		"{}",
		"*",
		":slug",
	),
	fc.nat({ max: 3 }).map((place) => known[place] ?? "x"),
);
const ending = fc.constantFrom(
	"",
	"",
	"/",
	"//",
	".data",
	"/_.data",
	"?_routes=x",
	".data?_routes=routes%2Fx",
	"?page=-1",
	"?page=1e9",
	"?%00",
	"/og.png",
);
const beginning = fc.constantFrom("", "", "", "/", "//", "/%2e", "//x", "//user@h", "//:99999", "//[");

const path = fc
	.tuple(beginning, fc.constantFrom(...patterns), fc.array(part, { minLength: 3, maxLength: 3 }), ending)
	.map(([begin, pattern, parts, end]) => {
		let place = 0;
		return begin + pattern.replaceAll(/:\w+|\*/g, () => parts[place++] ?? "x") + end;
	});

test.each(["GET", "HEAD", "POST"])(
	"%s of an address of whatever shape is answered with less than 500, and logged as no failure",
	{
		// Among the pages are pictures, which take a tenth of a second each to draw.
		timeout: 60_000 + runs * 600,
	},
	async (method) => {
		await fc.assert(
			fc.asyncProperty(path, async (address) => {
				const body = method === "POST" ? { body: new URLSearchParams({ a: "b" }) } : {};
				const status = await ask(address, { method, ...body });
				expect([address, status < 500, failures()]).toEqual([address, true, []]);
			}),
			{ numRuns: runs * 2, seed },
		);
	},
);

/** A resume's name, as a browser may send it and as none does. */
const fileNames = fc.oneof(
	fc.constant("resume.pdf"),
	fc.constantFrom(...hostileTexts).map((text) => `${text.toWellFormed().slice(0, 1_000)}.pdf`),
);

const validFields = {
	firstName: "Ada",
	lastName: "Byron",
	email: "ada@example.com",
	phone: "1",
	message: "Hello",
	projectDescription: "A launch",
};

test.each([
	["/contact", contactFormSchema],
	["/contact.data", contactFormSchema],
	["/book-call", callFormSchema],
	["/book-call.data", callFormSchema],
	["/careers", applicationFormSchema],
	["/careers/apply/press-officer", applicationFormSchema],
	["/api/applications", applicationFormSchema],
])(
	"the form at %s takes or refuses whatever its schema can be made to mean, and what it takes can be listed",
	{
		timeout: 60_000 + runs * 200,
	},
	async (address, schema) => {
		const isApplication = schema === applicationFormSchema;
		const bodyOf = (fields: Record<string, string>, fileName: string) =>
			isApplication
				? buildApplicationForm({ ...fields, resume: new File([buildPdf("Ada Byron")], fileName) })
				: new URLSearchParams({ ...validFields, ...fields });
		const statuses = new Set<number>();
		await fc.assert(
			fc.asyncProperty(bentForm(schema), fileNames, async (bent, fileName) => {
				const body = bodyOf(bent, fileName);
				const status = await ask(address, { method: "POST", body, headers: { origin: "http://site.test" } });
				statuses.add(status);
				expect([bent, status < 500, failures()]).toEqual([bent, true, []]);
			}),
			{ numRuns: runs, seed },
		);
		// Both were reached.
		expect([...statuses].sort()).toEqual(expect.arrayContaining([201, 422]));
		for (const list of ["bookings", "contact_inquiries", "job_applications"]) {
			const { rows } = await site.deps.database.query(`select to_jsonb(t) as row from ${list} t`);
			expect(JSON.stringify(rows)).not.toContain("\\u0000");
		}
	},
);
