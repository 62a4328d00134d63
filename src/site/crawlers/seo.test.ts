import { expect, test } from "vitest";
import { firmDefaults } from "#site.config.ts";
import { pageMeta } from "./seo.ts";

const contact = { title: "Contact", description: "Where to write to.", path: "/contact" };

// proves D-pages-13
test("titles a page '{page} | {firm}'", () => {
	expect(pageMeta("https://firm.test", contact)).toContainEqual({ title: `Contact | ${firmDefaults.name}` });
});

test("gives the canonical address and the picture as absolute addresses of the site", () => {
	const meta = pageMeta("https://firm.test", { ...contact, image: "/assets/a.jpg" });
	expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href: "https://firm.test/contact" });
	expect(meta).toContainEqual({ property: "og:image", content: "https://firm.test/assets/a.jpg" });
});
