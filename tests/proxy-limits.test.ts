import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { maxResumeBytes } from "#features/applications/apply/resume-rules.ts";
import { imageField } from "#features/images/blog-images.server.ts";
import { mostMessageBytes } from "#features/inbound/intake/take-in.server.ts";
import { attachmentField } from "#features/threads/replies/attachments.server.ts";
import { profilePictureField } from "#features/users/profile-pictures.server.ts";

/** With the fields of the form around a file. */
const largest =
	Math.max(
		mostMessageBytes,
		maxResumeBytes,
		...[imageField, attachmentField, profilePictureField].map(({ maxBytes }) => maxBytes),
	) +
	1024 * 1024;

// A16
test.each([
	["nginx.conf", /client_max_body_size (\d+)m;/, 1024 * 1024],
	["Caddyfile", /max_size (\d+)MB/, 1_000_000],
])("%s lets through the largest that the site accepts", (file, limit, unit) => {
	const text = readFileSync(join(import.meta.dirname, "../deploy", file), "utf8");
	const limits = [...text.matchAll(new RegExp(limit, "g"))].map(([, size]) => Number(size) * unit);
	expect(limits).not.toEqual([]);
	for (const bytes of limits) expect(bytes).toBeGreaterThanOrEqual(largest);
});
