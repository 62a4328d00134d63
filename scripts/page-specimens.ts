import type { InvoiceDocument } from "#features/invoices/document/invoice-document.ts";
import { type InvoiceStatus, invoiceStatuses } from "#features/invoices/invoices.schema.ts";
import type { Article, PostCardContent } from "#features/posts/public/present-public-posts.server.ts";
import type { Submission } from "#lib/submission.ts";
import { servicePaths } from "#site/services/services.ts";

/** A page that is rendered only for its markup: what its loader, or the action of its form, would have answered. */
export type Specimen = { path: string; loaderData?: unknown; actionData?: object; isMissing?: true };

const names = ["firstName", "lastName", "email", "phone", "message", "projectDescription", "resume"];
const refused: Submission = {
	outcome: "invalid",
	message: "Please check the marked fields.",
	missing: true,
	errors: Object.fromEntries(names.map((name) => [name, "Please fill in this field."])),
	values: {},
};

/**
 * A page with a form: at first, and as it is given back. The panel after sending needs no rules here: the whole stylesheet is there
 * by then, with the awake form or, without scripts, by its link.
 */
const withForm = (path: string, loaderData?: unknown): Specimen[] =>
	[undefined, refused].map((actionData) => ({
		path,
		loaderData,
		...(actionData && { actionData }),
	}));

const job = {
	slug: "writer",
	title: "Writer",
	location: "Remote",
	type: "Full-time",
	description: "You write.",
	requirements: ["A pencil"],
	remote: true,
	locality: null,
	region: null,
	country: "US",
	valid_through: null,
	datePosted: "2026-01-01T00:00:00.000Z",
	salary_min: 1,
	salary_max: 2,
	salary_unit: "YEAR",
};

const published = { iso: "2026-01-01T00:00:00.000Z", text: "Jan 01, 2026" };
const picture = { src: "/a.jpg", sources: [{ type: "image/avif", srcSet: "/a.avif 800w" }], alt: "A picture" };
const card = (place: number): PostCardContent => ({
	path: `/blog/${place}`,
	title: "A title",
	tag: "Writing",
	summary: "A summary.",
	published,
	minutes: 1,
	picture: place % 2 ? null : picture,
	drawing: "a1",
});

const page = { path: "/services/photography", title: "Photography", about: "Pictures." };

/** Every element that the editor offers. */
const everyElement = `<h1>a</h1><h2>a</h2><h3>a</h3><h4>a</h4><h5>a</h5><h6>a</h6><p>a<br/><a href="/">a</a><strong>a</strong><em>a</em><u>a</u>
<s>a</s><code>a</code><sub>a</sub><sup>a</sup><span>a</span></p><blockquote><p>a</p></blockquote><pre><code>a</code></pre>
<ul><li>a</li></ul><ol><li>a</li></ol><hr/><img src="/a.jpg"/><picture><source/><img src="/a.jpg"/></picture><iframe></iframe>`;

const article: Article = {
	...card(0),
	id: "1",
	tags: ["Writing"],
	modified: published.iso,
	html: everyElement,
	metaTitle: "A title",
	metaDescription: "A summary.",
	shareImage: "/a.png",
};

const invoice = (status: InvoiceStatus): InvoiceDocument => ({
	invoice_number: "INV-1",
	is_past_due: status === "overdue",
	status,
	issue_date: "2026-01-01",
	due_date: "2026-01-31",
	paid_at: status === "paid" ? "2026-01-12" : null,
	client_name: "Ada",
	client_email: "ada@example.com",
	client_company: "Engine & Co",
	client_address: "1 Mill Lane\nHudson",
	client_phone: "1",
	items: [{ description: "A day", quantity: 1, unit_price: 1, amount: 1 }],
	subtotal: 1,
	tax_rate: 1,
	tax_amount: 1,
	total_amount: 2,
	currency: "USD",
	total_minor: 200,
	paid_minor: 100,
	credited_minor: 0,
	balance_minor: status === "paid" ? 0 : status === "cancelled" ? -100 : 100,
	payments: [{ kind: "payment", effect_minor: 100, received_on: "2026-01-12" }],
	credit_notes: [{ credit_number: "CN-1", issue_date: "2026-01-12", total_minor: 0 }],
	terms: "Terms",
});

const start = "2026-01-05T13:00:00Z";
/** On as many days as a page can show. */
const slots = { time_zone: "America/New_York", steps: [Date.parse(start) / 60_000, ...Array(32).fill(24 * 60)] };
/** From Monday to Saturday. */
const sixDays = { ...slots, steps: slots.steps.slice(0, 6) };
const call = { start, moment: "Monday", about: "Consultation" };
const taken = { status: 409, message: "That time has just been taken.", nearest: [start] };

/** Every public page in every state in which the server renders it. */
export const specimens: Specimen[] = [
	{ path: "/" },
	...servicePaths.map((path) => ({ path })),
	...withForm("/contact", {}),
	...withForm("/book-call", { slots }),
	{ path: "/book-call", loaderData: { slots: sixDays } },
	{ path: "/book-call", loaderData: { slots: { ...slots, steps: [] } } },
	{ path: "/book-call", loaderData: { slots }, actionData: { ...refused, ...taken, outcome: "taken" } },
	...[undefined, { problem: taken }, { problem: { status: 403, message: "Too late." } }].map((actionData) => ({
		path: "/call/token",
		loaderData: { heading: "booked", call, slots, problem: undefined },
		...(actionData && { actionData }),
	})),
	{ path: "/call/token", loaderData: { heading: "booked", call, slots: sixDays, problem: undefined } },
	{
		path: "/call/token",
		loaderData: { problem: { status: 410, message: "Gone." } },
		actionData: { heading: "cancelled", call },
	},
	...["/call/token", "/call/confirm/token"].map((path) => ({
		path,
		loaderData: { problem: { status: 410, message: "Gone." } },
	})),
	...["held", "booked"].map((state) => ({
		path: "/call/confirm/token",
		loaderData: { ...call, state, problem: undefined },
	})),
	{ path: "/search", loaderData: { words: "line", pages: [page], posts: [0, 1].map(card) } },
	{ path: "/search", loaderData: { words: "line", pages: [], posts: [], wait: 1 } },
	{ path: "/privacy", loaderData: { retention: {}, backups: 14, inbound: { isRead: true, keepSourceDays: 30 } } },
	...withForm("/careers", { jobs: [job, { ...job, slug: "editor" }] }),
	...withForm("/careers", { jobs: [job] }),
	...withForm("/careers", { jobs: [] }),
	...withForm("/careers/apply/writer", job),
	{ path: "/careers/apply/nobody", isMissing: true },
	{ path: "/blog", loaderData: { posts: [0, 1, 2, 3].map(card), page: 1, hasOlder: true } },
	{ path: "/blog", loaderData: { posts: [1, 2, 3, 4].map(card), page: 1, hasOlder: true } },
	{ path: "/blog", loaderData: { posts: [0, 1].map(card), page: 2, hasOlder: true } },
	{ path: "/blog", loaderData: { posts: [], page: 1, hasOlder: false } },
	{ path: "/blog", loaderData: { posts: [], page: 2, hasOlder: false } },
	{ path: "/blog/a-title", loaderData: { article } },
	{ path: "/blog/a-title", loaderData: { article: { ...article, picture: null } } },
	{ path: "/blog/a-title", loaderData: { article: null } },
	{ path: "/blog/preview/token", loaderData: { article } },
	{ path: "/blog/preview/token", loaderData: { article: null } },
	...invoiceStatuses.map((status) => ({
		path: "/invoice/token",
		loaderData: { invoice: invoice(status), pay: { canPay: true, notice: "Thank you." } },
	})),
	{ path: "/invoice/token", loaderData: { invoice: undefined } },
	{ path: "/nowhere" },
];
