import sharp from "sharp";
import { onTestFinished } from "vitest";
import { publishContent } from "#site/content/content.server.ts";

/** Until the test ends, the firm has a dark logo of its own. */
export async function publishLogo(): Promise<void> {
	const picture = sharp({ create: { width: 480, height: 160, channels: 4, background: "#0b2a4a" } });
	const png = (await picture.png({ palette: true }).toBuffer()).toString("base64");
	publishContent({ brand: { logo: { name: "0123456789abcdef", png, icon: png, width: 480, height: 160 } } });
	onTestFinished(() => publishContent({}));
}
