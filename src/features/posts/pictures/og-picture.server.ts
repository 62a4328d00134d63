import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OverlayOptions } from "sharp";
import background from "#art/og-background.svg?raw";
import titleFont from "#fonts/besley-500.ttf?inline";
import { preview } from "#lib/text/text.ts";
import { createFileCache } from "#platform/files/file-cache.server.ts";
import { limitConcurrency } from "#platform/limits/concurrency.server.ts";
import { site } from "#site.config.ts";

/** The part of the background that stays clear (brand: pictures). */
const box = { left: 72, top: 176, width: 540, height: 390 };
const logo = { left: 72, top: 72, height: 44 };
const longestTitle = 140;
/** Font sizes in pixels. The first one in which the title fits its box is used. */
const titleSizes = [72, 64, 56, 48, 42, 36];

/** Enough for some hundreds of pictures. */
const maxCacheBytes = 16 * 1024 * 1024;
/** Drawing one takes a core for a quarter of a second, and anyone can request it for each post. */
const draw = limitConcurrency({ running: 1, waiting: Number.POSITIVE_INFINITY });

const pictureOf = createFileCache("", maxCacheBytes, (words) => draw(() => drawPicture(words)));

/** A share picture, 1200 by 630, with the title in the brand's look. */
export function renderOgPicture(title: string): Promise<Uint8Array<ArrayBuffer>> {
	return pictureOf(preview(title, longestTitle));
}

async function drawPicture(words: string): Promise<Uint8Array<ArrayBuffer>> {
	const { default: sharp } = await import("sharp");
	let text = await renderText(words, titleSizes[0] ?? 0, box.width);
	for (const size of titleSizes.slice(1)) {
		if (text.info.height <= box.height && text.info.width <= box.width) break;
		text = await renderText(words, size, box.width);
	}
	const name = await renderText(site.shortName, logo.height, box.width);
	const layers: OverlayOptions[] = [
		{ input: Buffer.from(mark), left: logo.left, top: logo.top },
		{
			input: name.data,
			left: logo.left + logo.height,
			top: logo.top + Math.round((logo.height - name.info.height) / 2),
		},
		{ input: text.data, left: box.left, top: box.top },
	];
	return new Uint8Array(await sharp(Buffer.from(background)).resize(1200, 630).composite(layers).png().toBuffer());
}

const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 11 14" height="${logo.height}"><path fill="#f04e23" d="M5 0h2v14H5v-4A5 5 0 0 1 5 0zm4 0h2v14H9z"/></svg>`;

/** At 72 dpi, a point is a pixel. */
async function renderText(words: string, size: number, width: number) {
	const escaped = words.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "");
	const text = `<span foreground="#24101f" line_height="0.74" letter_spacing="${Math.round(size * -0.028 * 1024)}">${escaped}</span>`;
	const { default: sharp } = await import("sharp");
	return sharp({
		text: { text, font: `Besley ${size}`, fontfile: await fontFile(), width, dpi: 72, rgba: true, wrap: "word-char" },
	})
		.png()
		.toBuffer({ resolveWithObject: true });
}

let storedFont: Promise<string> | undefined;

/** The renderer reads fonts from disk only. */
function fontFile(): Promise<string> {
	storedFont ??= (async () => {
		const path = join(await mkdtemp(join(tmpdir(), "og-font-")), "besley.ttf");
		await writeFile(path, Buffer.from(titleFont.slice(titleFont.indexOf(",") + 1), "base64"));
		return path;
	})();
	return storedFont;
}
