import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buildApplicationForm } from "#tests/factories/applications.ts";
import { buildInvoice } from "#tests/factories/invoices.ts";
import { onePixel } from "#tests/factories/pictures.ts";
import { adminAccount, type SiteServer } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

/** What the site has said yes to. */
export type Acknowledged = {
	inquiries: string[];
	bookings: string[];
	applications: string[];
	invoices: string[];
	sentInvoices: string[];
	posts: string[];
	pictures: string[];
};

export type CrashLoad = {
	acknowledged: Acknowledged;
	/** How many requests ended without an answer. */
	unanswered(): number;
	/** To be called whenever the site is up again. */
	resume(): Promise<void>;
	/** Ends the writers; resolves when the last has come home. */
	stop(): Promise<void>;
};

const person = { firstName: "Ada", lastName: "Byron", email: "ada@example.com", phone: "1" };

/** Writers of every kind, each beginning anew as soon as it has its answer, or as the site is back. */
export async function startCrashLoad(site: SiteServer): Promise<CrashLoad> {
	const acknowledged: Acknowledged = {
		inquiries: [],
		bookings: [],
		applications: [],
		invoices: [],
		sentInvoices: [],
		posts: [],
		pictures: [],
	};
	let token = await signInOverHttp(site, adminAccount);
	let stopping = false;
	let unanswered = 0;
	let back = Promise.withResolvers<void>();

	const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
		fetch(site.url + path, { method: "POST", body, headers });
	const postAsStaff = (path: string, body: object | FormData = {}) =>
		body instanceof FormData
			? post(path, body, { authorization: `Bearer ${token}` })
			: post(path, JSON.stringify(body), { authorization: `Bearer ${token}`, "content-type": "application/json" });
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
			const answer = await post(
				"/api/applications",
				buildApplicationForm({ job_id: "general-application", coverLetter }),
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
			const form = new FormData();
			form.append("image", new File([onePixel], "pixel.png", { type: "image/png" }));
			const answer = await postAsStaff("/api/posts/images", form);
			if (answer.status === 201) acknowledged.pictures.push((await answer.json()).url);
		},
	];

	async function keepWriting(write: () => Promise<void>): Promise<void> {
		while (!stopping) {
			const { promise } = back;
			try {
				await write();
			} catch {
				// The connection broke: what was on the way may be stored or not, nobody has promised anything.
				unanswered += 1;
				await promise;
			}
		}
	}

	const running = writers.map(keepWriting);
	return {
		acknowledged,
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

/** Every way in which the site's data contradicts what it has acknowledged, or itself; none when all is well. */
export async function findLosses(site: SiteServer, acknowledged: Acknowledged): Promise<string[]> {
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
	const files = new Set(await readdir(join(site.folder, "files", "resumes")).catch(() => []));
	for (const { id, resume_url } of applications) {
		if (!files.has(resume_url ?? "")) losses.push(`the resume of application ${id} is missing`);
	}

	const { invoices } = await read("/functions/v1/manage-invoices");
	const numbers: string[] = invoices.map((row: Record<string, string>) => row.invoice_number).toSorted();
	expectAll("invoice", acknowledged.invoices, numbers);
	numbers.forEach((number, index) => {
		const expected = `INV-${number.slice(4, 8)}-${String(index + 1).padStart(4, "0")}`;
		if (number !== expected) losses.push(`invoice ${number} stands where ${expected} should`);
	});
	const sent = invoices.filter((row: Record<string, string>) => row.status !== "draft");
	expectAll(
		"sending of invoice",
		acknowledged.sentInvoices,
		sent.map((row: Record<string, string>) => row.id),
	);

	for (const address of acknowledged.pictures) {
		const picture = await fetch(new URL(address, site.url));
		if (!picture.ok) losses.push(`picture ${address} is missing`);
		await picture.arrayBuffer();
	}

	const mails = await readAll("mails");
	const mailed = new Set(mails.map((row) => row.record_id));
	for (const { id, message } of await readAll("contacts")) {
		if (message && acknowledged.inquiries.includes(message) && !mailed.has(id))
			losses.push(`inquiry ${id} has no mail`);
	}
	return losses;
}
