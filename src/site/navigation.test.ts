import { expect, test } from "vitest";
import { isCurrent } from "./navigation.ts";

// proves S2-nav-05
test("highlights Home on the home page only", () => {
	expect(isCurrent("/", "/")).toBe(true);
	expect(isCurrent("/", "/blog")).toBe(false);
});

// proves S2-nav-05
test("highlights a section on its own page and on every page below it", () => {
	expect(isCurrent("/blog", "/blog")).toBe(true);
	expect(isCurrent("/blog", "/blog/first-line")).toBe(true);
	expect(isCurrent("/services", "/services/photography")).toBe(true);
});

test("does not take a longer name for a section", () => {
	expect(isCurrent("/blog", "/blogs")).toBe(false);
	expect(isCurrent("/contact", "/contact-center")).toBe(false);
});
