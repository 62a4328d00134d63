import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { site } from "#site.config.ts";
import { ProofSections } from "./proof.tsx";

test("a firm without quotes, cases, and people shows nothing in their place", () => {
	expect(renderToStaticMarkup(createElement(ProofSections, site.proof))).toBe("");
});

test("each part shows as soon as there is something in it", () => {
	const html = renderToStaticMarkup(
		createElement(ProofSections, {
			quotes: [{ text: "They rewrote one page.", name: "Ada Byron", role: "Engine & Co" }],
			cases: [{ title: "A name in a week", result: "It stayed.", href: "/blog/a-name" }],
			people: [{ name: "Kay", role: "Editor", picture: "/kay.jpg" }],
		}),
	);
	for (const text of ["They rewrote one page.", "Engine &amp; Co", 'href="/blog/a-name"', 'src="/kay.jpg"', "Editor"]) {
		expect(html).toContain(text);
	}
	expect(html.match(/<h2/g)).toHaveLength(3);
});
