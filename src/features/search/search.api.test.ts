import { beforeAll, expect, test } from "vitest";
import { type SignedInUser, signInAs } from "#tests/accounts.ts";
import { startTestApp, testTime } from "#tests/app.ts";
import { insertApplication } from "#tests/factories/applications.ts";
import { insertBooking } from "#tests/factories/bookings.ts";
import { insertContact } from "#tests/factories/contacts.ts";
import { insertInvoice } from "#tests/factories/invoices.ts";
import { insertPost } from "#tests/factories/posts.ts";

const app = startTestApp();
let admin: SignedInUser;

beforeAll(async () => {
	admin = await signInAs(app.deps, { role: "admin" });
});

const request = (query: string) => app.api.request(`/api/search?${query}`, { headers: admin.headers });
const find = async (text: string): Promise<{ kind: string; title: string }[]> =>
	(await (await request(`q=${encodeURIComponent(text)}`)).json()).found;

test("finds each kind of record by a few letters of its name, whatever their case", async () => {
	const { db } = app.deps;
	await insertBooking(db, { name: "Ottoline Marsh" });
	await insertContact(db, { name: "Otto Lind", subject: "Opening" });
	await insertApplication(db, { applicant_name: "Charlotte Otto" });
	await insertPost(app.deps, { title: "Otto says" });
	await insertInvoice(db, testTime, { client_company: "Otto & Sons" });
	await insertBooking(db, { name: "Somebody else" });
	expect((await find("oTTo")).map(({ kind }) => kind)).toEqual([
		"booking",
		"contact",
		"application",
		"invoice",
		"post",
	]);
	expect(await find("INV-2026-0001")).toMatchObject([{ kind: "invoice", title: "INV-2026-0001" }]);
	expect(await find("opening")).toMatchObject([{ kind: "contact" }]);
});

test("takes the signs of a pattern for letters", async () => {
	await insertBooking(app.deps.db, { name: "100% Ana_Lytics\\" });
	for (const text of ["0%", "a_l", "s\\"]) expect(await find(text), text).toHaveLength(1);
	expect(await find("__")).toEqual([]);
});

test.each(["", "q=", "q=a", `q=${"a".repeat(101)}`, "q=%00%00"])("refuses to look for %j", async (query) => {
	expect((await request(query)).status).toBe(422);
});

test("looks through 10,000 rows of each kind in the time between two keystrokes", async () => {
	const fill = (statement: string) => app.deps.database.query(`${statement} from generate_series(1, 10000) n`);
	await fill("insert into bookings (name, email) select 'Dana ' || n, 'dana' || n || '@example.com'");
	await fill(
		"insert into contact_inquiries (name, email, message) select 'Theo ' || n, 'theo' || n || '@example.com', 'Hi'",
	);
	await fill(
		"insert into job_applications (applicant_name, applicant_email, job_id) select 'Ada ' || n, 'ada' || n || '@example.com', 'editor'",
	);
	await fill("insert into blog_posts (title, slug) select 'Post ' || n, 'post-' || n");
	await fill(
		"insert into invoices (invoice_number, client_name, client_email, issue_date, due_date, tax_rate, subtotal, tax_amount, total_amount) select 'X-' || n, 'Client ' || n, 'c' || n || '@example.com', '2026-01-01', '2026-01-31', 0, 1, 0, 1",
	);
	const times: number[] = [];
	// What occurs nowhere costs most: every row is looked at.
	for (const text of ["dana 99", "theo 12", "zzzz", "post 5", "client 777", "nobody@nowhere"]) {
		const started = performance.now();
		await find(text);
		times.push(performance.now() - started);
	}
	expect(times.toSorted((a, b) => a - b)[3]).toBeLessThan(500);
});
