/** In this order, because most browsers also claim to be those that come after them. */
const browsers: [RegExp, string][] = [
	[/\bEdg(e|A|iOS)?\//, "Edge"],
	[/\b(OPR|Opera)\//, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\b(Firefox|FxiOS)\//, "Firefox"],
	[/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, "Chrome"],
	[/\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
	[/\biPhone\b/, "iPhone"],
	[/\biPad\b/, "iPad"],
	[/\bAndroid\b/, "Android"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bWindows\b/, "Windows"],
	[/\bMac OS X\b/, "Mac"],
	[/\bLinux\b/, "Linux"],
];

/** No browser sends headers this long, so longer ones are not searched. */
const longest = 512;

/** A label such as 'Chrome on Windows', in our own words only: a user agent is whatever the caller has sent. */
export function deviceLabel(userAgent = ""): string {
	const text = userAgent.slice(0, longest);
	const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1];
	const [browser, system] = [nameIn(browsers), nameIn(systems)];
	return browser && system ? `${browser} on ${system}` : "Unknown device";
}
