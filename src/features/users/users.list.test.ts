import { expect, test } from "vitest";
import { makeCsv } from "#admin/lists/csv.ts";
import { invitationsCsv } from "./users.list.ts";

test("one line per invitation, which holds no part of its link", async () => {
	const invitation = {
		id: "a",
		email: "=cmd@example.com",
		role: "admin" as const,
		areas: null,
		sent_at: "2026-11-20T12:00:00.000Z",
		expires_at: "2026-11-27T12:00:00.000Z",
	};
	const file = await makeCsv([invitation], invitationsCsv.toRecord);
	expect(await file.text()).toMatch(
		/^Email,Role,Access,Sent,Expires\r\n"'=cmd@example.com",Admin,Everything,2026-11-20 \d\d:\d\d,2026-11-27 \d\d:\d\d$/,
	);
});
