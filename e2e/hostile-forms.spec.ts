import { expect, test } from "./fixtures.ts";

const typed = "A launch in spring";
const person = { firstName: "Ada", lastName: "Byron", email: "ada@example.com" };
const contact = { ...person, message: typed };
const call = { ...person, phone: "(555) 010-0199", projectDescription: typed };

const badForms: { what: string; change: Record<string, string>; says: string }[] = [
	{ what: "a missing name", change: { firstName: " " }, says: "Please enter your first name." },
	{ what: "an address that is none", change: { email: "ada" }, says: "name@company.com" },
	{ what: "a NUL character", change: { lastName: "By\0ron" }, says: "can&#x27;t store" },
	{ what: "a name that is too long", change: { firstName: "a".repeat(300) }, says: "to 100 characters or fewer" },
];

for (const [path, valid] of [
	["/contact", contact],
	["/book-call", call],
] as const) {
	for (const { what, change, says } of badForms) {
		test(`${path} refuses ${what}, names the field and gives the typed text back`, async ({ request }) => {
			const answer = await request.post(path, { form: { ...valid, ...change } });
			expect(answer.status()).toBe(422);
			const html = await answer.text();
			expect(html).toContain(says);
			expect(html).toContain(typed);
		});
	}

	test(`${path} refuses half of a character`, async ({ request }) => {
		const answer = await request.post(path, {
			headers: { "content-type": "application/json" },
			data: JSON.stringify({ ...valid, lastName: "\ud800" }),
		});
		expect(answer.status()).toBe(422);
	});

	const field = path === "/contact" ? "message" : "projectDescription";

	test(`${path} gives a text that is too long back with the objection to it`, async ({ request }) => {
		const answer = await request.post(path, { form: { ...valid, [field]: `${"x".repeat(60_000)} the end` } });
		expect(answer.status()).toBe(422);
		const html = await answer.text();
		expect(html).toContain("to 20,000 characters or fewer");
		expect(html).toContain("the end");
	});

	test(`${path} objects to megabytes of text, and sends no megabytes back`, async ({ request }) => {
		const unknown = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`more${index}`, "x".repeat(500_000)]));
		const answer = await request.post(path, { form: { ...unknown, ...valid, [field]: "x".repeat(1_000_000) } });
		expect(answer.status()).toBe(422);
		const html = await answer.text();
		expect(html).toContain("to 20,000 characters or fewer");
		expect(html.length).toBeLessThan(500_000);
	});

	test.describe(`${path} answers a 4xx and no 5xx to`, () => {
		const bodies: [string, string, string | Buffer][] = [
			["broken JSON", "application/json", '{"firstName":'],
			["JSON of the wrong type", "application/json", "[[[]]]"],
			["values of the wrong type", "application/json", JSON.stringify({ ...valid, email: { $ne: 1 }, message: [1] })],
			["5 MB of text", "application/x-www-form-urlencoded", `message=${"x".repeat(5_000_000)}`],
			["text without a form", "text/plain", "hello"],
			["a broken multipart body", "multipart/form-data; boundary=x", "--y\r\n\r\n"],
			["nothing at all", "application/x-www-form-urlencoded", ""],
			["bytes that are no text", "application/x-www-form-urlencoded", Buffer.from([0xff, 0xfe, 0x00, 0x80])],
		];
		for (const [what, type, body] of bodies) {
			test(what, async ({ request }) => {
				const answer = await request.post(path, { headers: { "content-type": type }, data: body });
				expect(answer.status()).toBeGreaterThanOrEqual(400);
				expect(answer.status()).toBeLessThan(500);
			});
		}
	});
}
