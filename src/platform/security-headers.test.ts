import { expect, test } from "vitest";
import { commonHeaders, contentSecurityPolicy } from "./security-headers.server.ts";

test("promises TLS for a year in production, and not on a laptop without it", () => {
	expect(commonHeaders(true)).toMatchObject({ "strict-transport-security": "max-age=31536000; includeSubDomains" });
	expect(commonHeaders(false)).not.toHaveProperty("strict-transport-security");
});

test("names the hash of each inline script, once, and of nothing else", () => {
	const policy = contentSecurityPolicy(
		"<script>one</script><script type=module>two</script><script>one</script><script src=x></script><p>script</p>",
	);
	expect(policy.match(/'sha256-[^']+'/g)).toEqual([
		"'sha256-dpLDrTVAu4A8Ags67mbNiIcSMjTqDG5xQ8Ct1z/0Me0='",
		"'sha256-P8TM/nRYcOLA2Z9x8w/wZWyN7dQcwdfT03aw2+aF4vM='",
	]);
	expect(policy).not.toContain("unsafe-eval");
	expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});
