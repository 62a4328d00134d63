import { expect, test } from "vitest";
import { xmlText } from "./xml.ts";

test("escapes what is markup and drops what XML cannot hold", () => {
	expect(xmlText(`<a href="x">Q&A's\u0000\u000b</a>\n`)).toBe(
		"&#60;a href=&#34;x&#34;&#62;Q&#38;A&#39;s&#60;/a&#62;\n",
	);
});
