import { expect, test } from "vitest";
import { withAbsoluteAddresses } from "./rss-feed.ts";

const page = "https://firm.test/blog/my-post";

// F33
test.each([
	['<a href="contact">', '<a href="https://firm.test/blog/contact">'],
	['<a href="./contact?a=1&amp;b=2">', '<a href="https://firm.test/blog/contact?a=1&amp;b=2">'],
	['<a href="../contact">', '<a href="https://firm.test/contact">'],
	['<a href="/contact">', '<a href="https://firm.test/contact">'],
	['<a href="//cdn.test/x">', '<a href="https://cdn.test/x">'],
	['<a href="#part-2">', '<a href="https://firm.test/blog/my-post#part-2">'],
	['<a href="?page=2">', '<a href="https://firm.test/blog/my-post?page=2">'],
	['<a href="">', '<a href="https://firm.test/blog/my-post">'],
	['<a href="https://other.test/a b">', '<a href="https://other.test/a b">'],
	['<a href="mailto:ada@example.com">', '<a href="mailto:ada@example.com">'],
	['<a href="http://[">', '<a href="http://[">'],
	['<img src="a.png" alt="x">', '<img src="https://firm.test/blog/a.png" alt="x">'],
	[
		'<source srcset="a.webp 1x, /b.webp 2x, https://c.test/c,d.webp 640w">',
		'<source srcset="https://firm.test/blog/a.webp 1x, https://firm.test/b.webp 2x, https://c.test/c,d.webp 640w">',
	],
])("%s becomes %s, as on the post's page", (html, absolute) => {
	expect(withAbsoluteAddresses(html, page)).toBe(absolute);
});
