import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { variantFormats, variantName } from "#features/images/image-variants.server.ts";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { buildInvoice } from "#tests/factories/invoices.ts";
import { buildPdf } from "#tests/factories/resumes.ts";
import { adminAccount, type SiteServer } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

/** What the site has said yes to. */
type Acknowledged = {
	inquiries: string[];
	bookings: string[];
	applications: string[];
	invoices: string[];
	sentInvoices: string[];
	posts: string[];
	/** Of the home page, counted by its texts. */
	publications: number[];
	pictures: { address: string; color: string }[];
};

export type CrashLoad = {
	acknowledged: Acknowledged;
	/** What has been sent, whether it was acknowledged or not: resumes by their application's cover letter. */
	sent: { resumeSums: Map<string, string> };
	/** How many requests ended without an answer. */
	unanswered(): number;
	/** To be called whenever the site is up again. */
	resume(): Promise<void>;
	/** Ends the writers; resolves when the last has come home. */
	stop(): Promise<void>;
};

const person = { firstName: "Ada", lastName: "Byron", email: "ada@example.com", phone: "1" };

/** Writers of every kind, each beginning again as soon as it has its answer, or as the site is back. */
export async function startCrashLoad(site: SiteServer): Promise<CrashLoad> {
	const acknowledged: Acknowledged = {
		inquiries: [],
		bookings: [],
		applications: [],
		invoices: [],
		sentInvoices: [],
		posts: [],
		publications: [],
		pictures: [],
	};
	const sent: CrashLoad["sent"] = { resumeSums: new Map() };
	let token = await signInOverHttp(site, adminAccount);
	let stopping = false;
	let unanswered = 0;
	let back = Promise.withResolvers<void>();

	const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
		fetch(site.url + path, { method: "POST", body, headers });
	const staff = () => ({ authorization: `Bearer ${token}` });
	const asJson = (body: object) => ({
		body: JSON.stringify(body),
		headers: { ...staff(), "content-type": "application/json" },
	});
	const postAsStaff = (path: string, body: object | FormData = {}) =>
		body instanceof FormData ? post(path, body, staff()) : fetch(site.url + path, { method: "POST", ...asJson(body) });
	let publications = 0;
	const mark = () => crypto.randomUUID();

	const writers: (() => Promise<void>)[] = [
		async () => {
			const message = mark();
			const answer = await post("/contact", new URLSearchParams({ ...person, message }));
			if (answer.status === 201) acknowledged.inquiries.push(message);
		},
		async () => {
			const projectDescription = mark();
			const answer = await post("/book-call", new URLSearchParams({ ...person, projectDescription }));
			if (answer.status === 201) acknowledged.bookings.push(projectDescription);
		},
		async () => {
			const coverLetter = mark();
			const content = buildPdf(coverLetter, Math.random() * 200_000);
			sent.resumeSums.set(coverLetter, sumOf(content));
			const resume = new File([content], "resume.pdf", { type: "application/pdf" });
			const answer = await post(
				"/api/applications",
				buildApplicationForm({ job_id: "general-application", coverLetter, resume }),
			);
			if (answer.status === 201) acknowledged.applications.push(coverLetter);
		},
		async () => {
			const created = await postAsStaff("/functions/v1/manage-invoices", buildInvoice({ notes: mark() }));
			if (created.status !== 201) return;
			const { invoice } = await created.json();
			acknowledged.invoices.push(invoice.invoice_number);
			const sent = await postAsStaff(`/api/invoices/${invoice.id}/send`);
			if (sent.status === 200) acknowledged.sentInvoices.push(invoice.id);
		},
		async () => {
			const answer = await postAsStaff("/api/posts", { title: mark(), content: "<p>Text</p>", publish: true });
			if (answer.status === 201) acknowledged.posts.push((await answer.json()).id);
		},
		async () => {
			const page = `${site.url}/api/site/home`;
			const { version } = await (await fetch(page, { headers: staff() })).json();
			const count = ++publications;
			const text = `Text ${count}.`;
			const values = { "hero.lead": text, "closing.lead": text };
			await fetch(`${page}/draft`, { method: "PUT", ...asJson({ values, expected_version: version }) });
			const answer = await postAsStaff("/api/site/home/publish", { expected_version: version + 1 });
			if (answer.status === 200) acknowledged.publications.push(count);
		},
		async () => {
			const color = randomColor();
			const form = new FormData();
			form.append("image", new File([await onePixelOf(color)], "pixel.png", { type: "image/png" }));
			const answer = await postAsStaff("/api/posts/images", form);
			if (answer.status === 201) acknowledged.pictures.push({ address: (await answer.json()).url, color });
		},
	];

	async function writeRepeatedly(write: () => Promise<void>): Promise<void> {
		while (!stopping) {
			const { promise } = back;
			try {
				await write();
			} catch {
				// The connection broke: what was on the way may be stored or not, no one has promised anything.
				unanswered += 1;
				await promise;
			}
		}
	}

	const running = writers.map(writeRepeatedly);
	return {
		acknowledged,
		sent,
		unanswered: () => unanswered,
		resume: async () => {
			token = await signInOverHttp(site, adminAccount);
			const waited = back;
			back = Promise.withResolvers<void>();
			waited.resolve();
		},
		stop: async () => {
			stopping = true;
			back.resolve();
			await Promise.all(running);
		},
	};
}

const sumOf = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

const randomColor = () =>
	Math.trunc(Math.random() * 2 ** 24)
		.toString(16)
		.padStart(6, "0");

const onePixelOf = async (color: string) =>
	new Uint8Array(
		await sharp({ create: { width: 1, height: 1, channels: 3, background: `#${color}` } })
			.png()
			.toBuffer(),
	);

/** Of a picture of one pixel; none of a file that is no whole picture. */
const colorOf = (content: ArrayBuffer) =>
	sharp(content)
		.removeAlpha()
		.raw()
		.toBuffer()
		.then(
			(pixel) => pixel.toString("hex"),
			() => undefined,
		);

/** Every way in which the site's data contradicts what it has acknowledged, or itself; none when all is well. */
export async function findLosses(site: SiteServer, { acknowledged, sent }: CrashLoad): Promise<string[]> {
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const read = async (path: string) => (await fetch(site.url + path, { headers })).json();
	const readAll = async (list: string): Promise<Record<string, string>[]> => {
		const rows = [];
		let next: string | null = "";
		while (next !== null) {
			const page = await read(`/api/${list}?limit=200${next && `&before=${encodeURIComponent(next)}`}`);
			rows.push(...page.rows);
			next = page.next;
		}
		return rows;
	};
	const losses: string[] = [];
	const expectAll = (what: string, wanted: string[], stored: Iterable<string | undefined>) => {
		const known = new Set(stored);
		for (const each of wanted) if (!known.has(each)) losses.push(`${what} ${each} is missing`);
	};

	expectAll(
		"inquiry",
		acknowledged.inquiries,
		(await readAll("contacts")).map((row) => row.message),
	);
	const descriptions = (await readAll("bookings")).map((row) => row.message?.split("\n").at(-1));
	expectAll("booking", acknowledged.bookings, descriptions);
	expectAll(
		"post",
		acknowledged.posts,
		(await readAll("posts")).map((row) => row.id),
	);

	const applications = await readAll("applications");
	expectAll(
		"application",
		acknowledged.applications,
		applications.map((row) => row.cover_letter),
	);
	for (const { id, resume_url, cover_letter } of applications) {
		const resume = await readFile(join(site.folder, "files", "resumes", resume_url ?? "")).catch(() => undefined);
		if (!resume) losses.push(`the resume of application ${id} is missing`);
		else if (sumOf(resume) !== sent.resumeSums.get(cover_letter ?? "")) {
			losses.push(`the resume of application ${id} is not what was sent`);
		}
	}

	const { invoices } = await read("/functions/v1/manage-invoices");
	const numbers: string[] = invoices.map((row: Record<string, string>) => row.invoice_number).toSorted();
	expectAll("invoice", acknowledged.invoices, numbers);
	numbers.forEach((number, index) => {
		const expected = `INV-${number.slice(4, 8)}-${String(index + 1).padStart(4, "0")}`;
		if (number !== expected) losses.push(`invoice ${number} stands where ${expected} should`);
	});
	const sentInvoices = invoices.filter((row: Record<string, string>) => row.status !== "draft");
	expectAll(
		"sending of invoice",
		acknowledged.sentInvoices,
		sentInvoices.map((row: Record<string, string>) => row.id),
	);

	for (const { address, color } of acknowledged.pictures) {
		const picture = await fetch(new URL(address, site.url));
		const content = await picture.arrayBuffer();
		if (!picture.ok) losses.push(`picture ${address} is missing`);
		else if ((await colorOf(content)) !== color) losses.push(`picture ${address} is not what was sent`);
	}

	const mails = await readAll("mails");
	const mailed = new Set(mails.map((row) => row.record_id));
	for (const { id, message } of await readAll("contacts")) {
		if (message && acknowledged.inquiries.includes(message) && !mailed.has(id))
			losses.push(`inquiry ${id} has no mail`);
	}
	const lastOne = acknowledged.publications.at(-1) ?? 0;
	const home = await (await fetch(site.url)).text();
	const shown = [...home.matchAll(/Text (\d+)\./g)].map(([, count]) => Number(count));
	if (shown.length !== 2 || shown[0] !== shown[1] || Number(shown[0]) < lastOne)
		losses.push(`the home page shows the texts ${shown.join()} after publication ${lastOne}`);
	return [...losses, ...(await findLostFiles(site)), ...(await findHalfPublications(site))];
}

/** A publication is there with both of its texts, as the last one, and among those that are kept; or not at all. */
async function findHalfPublications(site: SiteServer): Promise<string[]> {
	const database = await site.openDatabase();
	try {
		const half = await database.query(`select number from site_page_versions
			where values -> 'hero.lead' -> 'value' is distinct from values -> 'closing.lead' -> 'value'
			union all select version from site_pages
			where not exists (select from site_page_versions as kept where kept.number = version and kept.values = published)`);
		return half.rows.map(({ number }) => `publication ${number} is there by half`);
	} finally {
		await database.close();
	}
}

/** Files that rows name, and work that rows wait for. */
async function findLostFiles(site: SiteServer): Promise<string[]> {
	const database = await site.openDatabase();
	const rowsOf = async (question: string) => (await database.query(question)).rows;
	try {
		// Nothing but an unfinished job brings a waiting email on its way.
		const forgotten = await rowsOf(`select id from mails where status = 'queued' and not exists (
			select from pgboss.job where state < 'completed' and data ->> 'mail' = mails.id::text)`);
		const sentMails = await rowsOf("select id, round from mails where status = 'kept'");
		const images = await rowsOf("select name, variant_widths from blog_images");
		const losses = forgotten.map(({ id }) => `mail ${id} waits for nobody`);

		const messages = await Promise.all((await site.mails()).map((source) => [source.match(messageId)?.[1], source]));
		const byId = new Map(messages.map(([id, source]) => [id, source ?? ""]));
		for (const { id, round } of sentMails) {
			const source = byId.get(`${id}.${round}`);
			if (source === undefined) losses.push(`the message of mail ${id} is missing`);
			else if (!lastBoundary.test(source)) losses.push(`the message of mail ${id} ends early`);
		}

		const stored = new Set(await readdir(join(site.folder, "files", "blog-images")).catch(() => []));
		for (const { name, variant_widths } of images) {
			const widths = variant_widths as number[];
			const variants = widths.flatMap((width) =>
				variantFormats.map((format) => variantName(String(name), width, format)),
			);
			for (const each of [String(name), ...variants]) if (!stored.has(each)) losses.push(`picture ${each} is missing`);
		}
		return losses;
	} finally {
		await database.close();
	}
}

const messageId = /^Message-ID: <([^@>]+)@/im;
const lastBoundary = /\r\n--[^\r\n]+--\r\n$/;
