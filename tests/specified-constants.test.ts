import { expect, test } from "vitest";
import { applicationStatusLabels, applicationStatusTones } from "#features/applications/applications.schema.ts";
import { invoiceStatusLabels, invoiceStatusTones } from "#features/invoices/invoices.schema.ts";
import { postStatusLabels, postStatusTones } from "#features/posts/posts.schema.ts";
import { telAddress } from "#lib/firm.ts";
import { requestStatusLabels, requestStatusTones } from "#lib/status.ts";
import { htmlText, readMinutes } from "#lib/text/html-text.ts";
import { services } from "#site/content/content.tsx";
import { firmDefaults, site } from "#site.config.ts";

// The specification's own values, apart from the code's so that an edit of one of them is noticed.

// proves S4-status-03
test("requests are blue when new, yellow in progress, green resolved, grey closed", () => {
	expect(requestStatusTones).toEqual({ new: "blue", in_progress: "yellow", resolved: "green", closed: "grey" });
	expect(Object.values(requestStatusLabels)).toEqual(["New", "In Progress", "Resolved", "Closed"]);
});

// proves S4-applications-04
test("applications are yellow, blue, purple, green and red", () => {
	expect(applicationStatusTones).toEqual({
		pending: "yellow",
		reviewing: "blue",
		interviewed: "purple",
		accepted: "green",
		rejected: "red",
	});
	expect(Object.values(applicationStatusLabels)).toEqual([
		"Pending",
		"Reviewing",
		"Interviewed",
		"Accepted",
		"Rejected",
	]);
});

// proves S4-posts-08
test("posts are grey as drafts, green published, red archived", () => {
	expect(postStatusTones).toEqual({ draft: "grey", published: "green", archived: "red" });
	expect(Object.values(postStatusLabels)).toEqual(["Draft", "Published", "Archived"]);
});

// proves S4-invoices-03
test("invoices are grey as drafts, blue sent, green paid, red overdue and cancelled", () => {
	expect(invoiceStatusTones).toEqual({ draft: "grey", sent: "blue", paid: "green", overdue: "red", cancelled: "red" });
	expect(Object.values(invoiceStatusLabels)).toEqual(["Draft", "Sent", "Paid", "Overdue", "Cancelled"]);
});

// proves S3-services-01
test("each service of the catalog has title, description, path, picture, icon, and color", () => {
	for (const service of services()) {
		for (const key of ["title", "description", "path", "image", "icon", "colour"] as const) {
			expect(service[key], `${service.slug}: ${key}`).toMatch(/\w/);
		}
	}
	expect(services().map(({ title }) => title)).toEqual([
		"Corporate Communications",
		"Brand Development",
		"Public Relations",
		"Contact Center",
		"Photography",
		"Videography",
		"Graphic Design",
	]);
});

// proves D-firm-01
test("the firm's facts stand in one place, with its hours, time zone and currency", () => {
	expect(firmDefaults.hours.map(({ days, label }) => `${days} ${label}`)).toEqual([
		"Mon–Fri 8 AM–5 PM",
		"Sat 10 AM–3 PM",
		"Sunday closed",
	]);
	expect(firmDefaults.hours.map(({ weekdays, open, close }) => [weekdays, open, close])).toEqual([
		[[1, 2, 3, 4, 5], 8, 17],
		[[6], 10, 15],
		[[0], null, null],
	]);
	expect(firmDefaults.social.map(({ name, href }) => [name, href !== ""])).toEqual([
		["Facebook", true],
		["Instagram", true],
		["LinkedIn", false],
		["Twitter", false],
	]);
	expect(Intl.supportedValuesOf("timeZone")).toContain(site.timeZone);
	expect(site).toMatchObject({ currency: "USD", invoices: { dueInDays: 30 } });
	for (const fact of [firmDefaults.name, firmDefaults.phone, firmDefaults.email]) expect(fact).toMatch(/\w/);
});

// proves S9-readtime-01
test("the read time counts words without tags, 200 to the minute, rounded up", () => {
	const words = (count: number) => `<h2>a</h2><p class="b c d">${"word ".repeat(count - 1)}</p>`;
	expect([words(200), words(201), words(400), words(401)].map((html) => readMinutes(htmlText(html)))).toEqual([
		1, 2, 2, 3,
	]);
});

test("dials a number of its own country as it is, and one without a country in the firm's", () => {
	expect(telAddress("(555) 010-0142", "1")).toBe("tel:+15550100142");
	expect(telAddress("+49 30 901820", "1")).toBe("tel:+4930901820");
	expect(telAddress("020 7946 0018", "44")).toBe("tel:+4402079460018");
});
