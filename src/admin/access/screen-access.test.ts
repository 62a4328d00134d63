import { expect, test } from "vitest";
import type { Areas } from "#lib/access/areas.ts";
import { seesScreen } from "./screen-access.ts";

const addresses = [
	"/admin",
	"/admin/invoices/new",
	"/admin/contacts?id=1",
	"/admin/bookings",
	"/admin/bookings/hours",
	"/admin/bookings/calendar",
	"/admin/applications",
	"/admin/applications/jobs/new",
	"/admin/blogs/edit/1",
	"/admin/site#top",
	"/admin/users",
	"/admin/activity",
	"/admin/privacy",
	"/admin/quarantine",
	"/admin/mail?tab=received",
	"/admin/report/",
	"/admin/settings",
	"/admin/people?email=a",
	"/admin/of-tomorrow",
	"/account/security",
];
const seenBy = (limit: Areas) => addresses.filter((address) => seesScreen(limit, address));

const everyone = ["/admin", "/admin/settings", "/admin/people?email=a", "/account/security"];

test("shows an admin without a limit every screen, and others those of their areas", () => {
	expect(seenBy(null)).toEqual(addresses);
	expect(seenBy(["desk"]).toSorted()).toEqual(
		[
			...everyone,
			"/admin/contacts?id=1",
			"/admin/bookings",
			"/admin/bookings/calendar",
			"/admin/quarantine",
			"/admin/mail?tab=received",
			"/admin/report/",
		].toSorted(),
	);
	expect(seenBy(["writing"]).toSorted()).toEqual([...everyone, "/admin/blogs/edit/1", "/admin/site#top"].toSorted());
	expect(seenBy(["money"]).toSorted()).toEqual([...everyone, "/admin/invoices/new", "/admin/report/"].toSorted());
	expect(seenBy([])).toEqual(everyone);
});
