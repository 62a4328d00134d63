import { expect, test } from "vitest";
import { deviceLabel } from "./device-label.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
	[`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36`, "Chrome on Windows"],
	[
		`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
		"Edge on Windows",
	],
	[`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/142.0.0.0 Safari/537.36 OPR/125.0.0.0`, "Opera on Linux"],
	[`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/142.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
	[`Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
	[
		`Mozilla/5.0 (Linux; Android 10; K) ${webKit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
		"Samsung Internet on Android",
	],
	["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
	[
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15",
		"Safari on Mac",
	],
	[
		"Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
		"Safari on iPhone",
	],
	[
		"Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
		"Chrome on iPad",
	],
	["curl/8.14.1", "Unknown device"],
	["<script>alert(1)</script> Chrome/1", "Unknown device"],
	["", "Unknown device"],
	[undefined, "Unknown device"],
])("%s is called %s", (userAgent, label) => {
	expect(deviceLabel(userAgent)).toBe(label);
});

test("a header of any length is looked at briefly", () => {
	expect(deviceLabel(`${"Version/1 ".repeat(100_000)}Chrome/1 Windows`)).toBe("Unknown device");
});
