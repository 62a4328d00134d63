import { expect, test } from "vitest";
import { spelledAlike } from "./html-spelling.ts";

test("HTML is the same as the server and as a browser write it", () => {
	const stored =
		'<p style="text-align:center;margin-inline-start:2em">a\u00a0b<br /><span style="color:#1f5b48;font-family:Courier New, monospace">c</span></p><img src="/a.png" alt="" />';
	const typed =
		'<p style="text-align: center; margin-inline-start: 2em;">a&nbsp;b<br><span style="color: rgb(31, 91, 72); font-family: &quot;Courier New&quot;, monospace;">c</span></p><img src="/a.png" alt="">';
	expect(spelledAlike(typed)).toBe(spelledAlike(stored));
});

test("what readers would see otherwise isn't the same, nor are signs in the text", () => {
	const texts = [
		"<p>a /&gt;b</p>",
		"<p>a&gt;b</p>",
		"<p>a<br>b</p>",
		"<p>a b</p>",
		"<p>a&nbsp;b</p>",
		'<p style="text-align:left">a b</p>',
		'<p>style="a: b"</p>',
		'<p>style="a:b"</p>',
	];
	expect(new Set(texts.map(spelledAlike)).size).toBe(texts.length);
	expect(texts.map(spelledAlike)).toEqual(texts.map(spelledAlike));
});
