import { expect, test } from "vitest";
import { makeCsv } from "#admin/lists/csv.ts";
import { quarantineCsv } from "./quarantine-csv.ts";

test("one line per submission on hold, with why it is on hold, and nothing in it that a spreadsheet would run", async () => {
	const row = {
		id: "a",
		form: "contact" as const,
		name: "=HYPERLINK(1)",
		email: "eve@example.com",
		phone: null,
		about: "Offer",
		text: "+1 visitors",
		reasons: ["trap" as const],
		file_name: null,
		ended_file_name: "offer.pdf",
		received_at: "2026-11-20T12:00:00.000Z",
	};
	const file = await makeCsv([row], quarantineCsv.toRecord);
	expect(await file.text()).toMatch(
		/^Form,Name,Email,Phone,About,Text,Reasons,File,Received\r\nInquiry,"'=HYPERLINK\(1\)",eve@example.com,,Offer,"'\+1 visitors",A hidden field was filled in,offer.pdf,2026-11-20 \d\d:\d\d$/,
	);
});
