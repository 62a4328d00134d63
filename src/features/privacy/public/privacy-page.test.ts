import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import PrivacyPage from "./privacy-page.tsx";

type Props = Parameters<typeof PrivacyPage>[0];

const none = {
	applications: undefined,
	inquiries: undefined,
	bookings: undefined,
	quarantine: undefined,
	activity: undefined,
};
const inbound = { isRead: false, keepSourceDays: 30 };
const pageWith = (loaderData: Props["loaderData"]) =>
	renderToStaticMarkup(createElement(PrivacyPage, { loaderData } as Props)).replaceAll(/<[^>]*>/g, " ");

test("the privacy page states the retention that the settings have, each for its kind", () => {
	const text = pageWith({ retention: { ...none, applications: 180, bookings: 1 }, backups: 14, inbound });
	expect(text).toContain("Deleted automatically 180 days after we received it, or after the last message about it.");
	expect(text).toContain(
		"Deleted automatically 1 day after the call (or after your request, if no call was scheduled).",
	);
	expect(text.match(/Kept until you ask us to delete it\./g)).toHaveLength(2);
	expect(text).toContain("We also keep backups of the last 14 days.");
});

test("without backups and retention it speaks of neither", () => {
	const text = pageWith({ retention: none, backups: undefined, inbound });
	expect(text).not.toMatch(/Deleted automatically|backups/);
});

test("it states how long received emails are kept as they came, if the site reads any", () => {
	const kept = "We keep the original of every email we receive for up to 30 days.";
	expect(pageWith({ retention: none, backups: 14, inbound: { ...inbound, isRead: true } })).toContain(kept);
	expect(pageWith({ retention: none, backups: 14, inbound })).not.toContain("original of every email");
});
