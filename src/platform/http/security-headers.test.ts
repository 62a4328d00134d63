import { expect, test } from "vitest";
import { allowOwnScripts, commonHeaders } from "./security-headers.server.ts";

test("promises TLS for a year in production, and not on a laptop without it", () => {
	expect(commonHeaders(true)).toMatchObject({ "strict-transport-security": "max-age=31536000; includeSubDomains" });
	expect(commonHeaders(false)).not.toHaveProperty("strict-transport-security");
});

const nonce = "00ff00ff00ff00ff";
const hashesIn = (policy: string) => policy.match(/'sha256-[^']+'/g);
const own = `<script nonce="${nonce}">one</script><script nonce="${nonce}" type="module" async="">two</script>`;
const ownHashes = [
	"'sha256-dpLDrTVAu4A8Ags67mbNiIcSMjTqDG5xQ8Ct1z/0Me0='",
	"'sha256-P8TM/nRYcOLA2Z9x8w/wZWyN7dQcwdfT03aw2+aF4vM='",
];

test("names the hash of each script of ours, once, and leaves no nonce in the page", () => {
	const { html, policy } = allowOwnScripts(`<link rel="preload" nonce="${nonce}" href="/a"/>${own}${own}`, nonce);
	expect(hashesIn(policy)).toEqual(ownHashes);
	expect(html).not.toContain("nonce");
	expect(html).toContain(
		'<link rel="preload" href="/a"/><script>one</script><script type="module" async="">two</script>',
	);
	expect(policy).not.toContain("unsafe-eval");
	expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test.each([
	"<script>steal()</script>",
	'<script type="module" async="">steal()</script>',
	'<script nonce="">steal()</script>',
	'<script nonce="11111111">steal()</script>',
	"<script>steal() //",
	'<script title="',
	'<script src="https://evil.example/a.js" title=',
	"<!--<script>",
	"<noscript><script>steal()</script>",
])("allows nothing that an article holds: %s", (foreign) => {
	const { policy } = allowOwnScripts(`<article>${foreign}</article>${own}`, nonce);
	expect(hashesIn(policy)).toEqual(ownHashes);
	expect(hashesIn(allowOwnScripts(foreign + own, nonce).policy)).toEqual(ownHashes);
});
