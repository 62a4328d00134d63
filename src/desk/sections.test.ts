import { describe, expect, test } from "vitest";
import { currentSection, sections } from "./sections.ts";

describe("the current section", () => {
	// proves S2-layout-04
	test("is each section's own address", () => {
		for (const section of sections) {
			expect(currentSection(section.path)).toBe(section);
			expect(currentSection(`${section.path}/`)).toBe(section);
		}
	});
	// proves S2-layout-05
	test("is found by the beginning of the path", () => {
		expect(currentSection("/admin/blogs/edit/17")?.label).toBe("Blog Posts");
		expect(currentSection("/admin/applications/jobs")?.label).toBe("Applications");
	});
	test("is the dashboard only at its exact address", () => {
		expect(currentSection("/admin/nowhere")).toBeUndefined();
	});
	test("does not take the beginning of a word for the word", () => {
		expect(currentSection("/admin/users-of-old")).toBeUndefined();
		expect(currentSection("/administration")).toBeUndefined();
	});
});
