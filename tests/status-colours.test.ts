import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { applicationStatusTones } from "#features/applications/applications.schema.ts";
import { invoiceStatusTones } from "#features/invoices/invoices.schema.ts";
import { postStatusTones } from "#features/posts/posts.schema.ts";
import { requestStatusTones } from "#lib/status.ts";

const tokens = readFileSync("src/tokens.css", "utf8");

/** The name that a person would give the color `#rrggbb`. */
function nameOf(color: string): string {
	const [r = 0, g = 0, b = 0] = (color.match(/[\da-f]{2}/g) ?? []).map((part) => Number.parseInt(part, 16));
	const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)];
	if (high - low < 40) return "grey";
	const sector =
		high === r
			? ((g - b) / (high - low) + 6) % 6
			: high === g
				? (b - r) / (high - low) + 2
				: (r - g) / (high - low) + 4;
	const hue = sector * 60;
	if (hue < 22 || hue > 340) return "red";
	if (hue < 70) return "yellow";
	if (hue < 175) return "green";
	return hue < 245 ? "blue" : "purple";
}

test.each(["blue", "yellow", "green", "grey", "purple", "red"])("the tone %s is that color, light and dark", (tone) => {
	const colors = [...tokens.matchAll(new RegExp(`--status-${tone}: (#[\\da-f]{6})`, "g"))].map(
		([, color = ""]) => color,
	);
	expect(colors.map(nameOf)).toEqual([tone, tone]);
});

test("bookings and inquiries are blue when new, yellow in progress, green resolved, grey closed", () => {
	expect(requestStatusTones).toEqual({ new: "blue", in_progress: "yellow", resolved: "green", closed: "grey" });
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
});

// proves S4-invoices-03
test("invoices are grey as drafts, blue sent, green paid, red overdue and cancelled", () => {
	expect(invoiceStatusTones).toEqual({ draft: "grey", sent: "blue", paid: "green", overdue: "red", cancelled: "red" });
});

// proves S4-posts-08
test("posts are grey as drafts, green published, red archived", () => {
	expect(postStatusTones).toEqual({ draft: "grey", published: "green", archived: "red" });
});
