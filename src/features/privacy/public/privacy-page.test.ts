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
const pageWith = (loaderData: Props["loaderData"]) =>
	renderToStaticMarkup(createElement(PrivacyPage, { loaderData } as Props)).replaceAll(/<[^>]*>/g, " ");

test("the privacy page states the retention that the settings have, each for its kind", () => {
	const text = pageWith({ retention: { ...none, applications: 180, bookings: 365 }, backups: 14 });
	expect(text).toContain("Deleted automatically 180 days after we received it.");
	expect(text).toContain("Deleted automatically 365 days after the call, or your request.");
	expect(text.match(/Kept until you ask us to delete it\./g)).toHaveLength(2);
	expect(text).toContain("We keep the last 14.");
});

test("without backups and retention it speaks of neither", () => {
	const text = pageWith({ retention: none, backups: undefined });
	expect(text).not.toMatch(/Deleted automatically|Backups/);
});
