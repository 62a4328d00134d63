import background from "#art/og-background.svg?raw";
import { originalTones, type Tones } from "#lib/brand/tones.ts";
import { firm } from "#lib/firm.ts";
import { preview } from "#lib/text/text.ts";
import { createFileCache } from "#platform/files/file-cache.server.ts";
import { limitConcurrency } from "#platform/limits/concurrency.server.ts";
import { WorkerFailure } from "#platform/process/worker.server.ts";
import { missingCharacters } from "#platform/typst/missing-characters.server.ts";
import { typeset } from "#platform/typst/typst.server.ts";
import template from "./og-picture.typ?raw";

const longestTitle = 140;

/** Enough for some hundreds of pictures. */
const maxCacheBytes = 16 * 1024 * 1024;
/** Drawing one takes a core for a quarter of a second, and anyone can request it for each post. */
const draw = limitConcurrency({ running: 1, waiting: Number.POSITIVE_INFINITY });

const pictureOf = createFileCache(template, maxCacheBytes, (data) => draw(() => drawPicture(JSON.parse(data))));

/** A share picture, 1200 by 630, with the title in the brand's look. */
export function renderOgPicture(title: string): Promise<Uint8Array<ArrayBuffer>> {
	const tones = firm().brand?.tones ?? originalTones;
	const hasMark = !firm().brand?.logo;
	return pictureOf(JSON.stringify({ firm: firm().shortName, title: preview(title, longestTitle), tones, hasMark }));
}

type Words = { firm: string; title: string; tones: Tones; hasMark: boolean };

async function drawPicture({ firm, title: words, tones, hasMark }: Words): Promise<Uint8Array<ArrayBuffer>> {
	const set = (title: string) =>
		typeset(
			template,
			JSON.stringify({ firm, title, ink: tones.ink, accent: hasMark ? tones.vermilion : "none" }),
			"svg",
		);
	// Networks show the title beside the picture, so none is better than one with boxes, or no picture.
	const text = await set(missingCharacters(words, 1).length === 0 ? words : "").catch((error: unknown) => {
		if (error instanceof WorkerFailure) return set("");
		throw error;
	});
	const { default: sharp } = await import("sharp");
	const picture = sharp(Buffer.from(inTones(hasMark ? background : background.replace(markOnGround, ""), tones)))
		.resize(1200, 630)
		.composite([{ input: Buffer.from(text) }]);
	return new Uint8Array(await picture.png().toBuffer());
}

/** A picture of the original colors in those of the firm. */
const inTones = (svg: string, tones: Tones) =>
	(["ink", "vermilion", "sky"] as const).reduce(
		(drawn, tone) => drawn.replaceAll(originalTones[tone], tones[tone]),
		svg,
	);

/** The pilcrow of the background is the only path in this color. */
const markOnGround = /<path fill="#f04e23"[^<>]*>/;
