import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { renderOgPicture } from "./og-picture.server.ts";

test("draws one picture at a time however many are asked for, and none twice", async () => {
	let most = 0;
	const watch = () => {
		const { queue, process } = sharp.counters();
		// A picture may go from the one to the other between the two readings: their sum would count it twice.
		most = Math.max(most, queue, process);
	};
	sharp.queue.on("change", watch);
	const pictures = await Promise.all(["One title", "Another", "A third", "One title"].map(renderOgPicture));
	expect(most).toBe(1);
	expect(pictures[3]).toBe(pictures[0]);
	expect(await sharp(pictures[1]).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
	most = 0;
	expect(await renderOgPicture("A third")).toBe(pictures[2]);
	expect(most).toBe(0);
	sharp.queue.off("change", watch);
});

// F24
describe("a title", () => {
	/** The part that the title may fill. */
	const inkOf = async (title: string) =>
		sharp(await renderOgPicture(title))
			.extract({ left: 0, top: 150, width: 640, height: 480 })
			.raw()
			.toBuffer();

	test.each([
		["Thai", "ประชาสัมพันธ์", "ธุรกิจขนาดเล็ก"],
		["Korean", "서울에서", "회사의"],
		["Hindi", "छोटे व्यवसायों", "के लिए जनसंपर्क"],
		["Chinese", "新闻发布会", "合作伙伴"],
		["Arabic", "العلاقات العامة", "للشركات"],
		["Hebrew", "יחסי ציבור", "לעסקים"],
		["Greek", "Ελληνικά", "Ωμέγα"],
		["emoji", "🎉", "🎈"],
		["several scripts", "Say 안녕 🎉", "Say 안녕 🎈"],
	])("in %s is drawn, and not in boxes", async (_, one, another) => {
		const [first, second, none] = await Promise.all([one, another, ""].map(inkOf));
		expect(first?.equals(none ?? Buffer.of())).toBe(false);
		expect(first?.equals(second ?? Buffer.of())).toBe(false);
	});

	// F23: The PDF of an invoice is drawn the same way.
	test.each([
		["Greek", "ά", "α"],
		["Vietnamese", "ấ", "ạ"],
		["a macron that makes no character of its own", "x\u0304", "x"],
		["a letter that the firm's typeface lacks", "ɛ\u0303", "ɛ"],
		["a letter with a mark that another font has", "ǯ", "ʒ"],
	])("has its marks over their letters, not beside them: %s", async (_, marked, plain) => {
		const widthOf = async (title: string) => {
			const area = sharp(await renderOgPicture(title)).extract({ left: 0, top: 130, width: 640, height: 200 });
			return (
				await sharp(await area.png().toBuffer())
					.trim()
					.toBuffer({ resolveWithObject: true })
			).info.width;
		};
		expect(await widthOf(marked)).toBeLessThan(1.2 * (await widthOf(plain)));
	});

	test("of scripts and marks that don't belong together harms no other", async () => {
		await renderOgPicture("\u0631\u094d(\u0301");
		expect(await renderOgPicture("After it")).not.toEqual(await renderOgPicture(""));
	});

	test.each(["தமிழ்", "საქართველო", "News from საქართველო", "\u{e000}", "\u{e0061}\ufdd0"])(
		"with a letter that no font has is left out: %s",
		async (title) => {
			expect(await renderOgPicture(title)).toEqual(await renderOgPicture(""));
		},
	);

	test.each([
		["one long word", "Donaudampfschifffahrtsgesellschaftskapitän".repeat(3)],
		["a hundred wide letters", "W".repeat(140)],
		["Chinese without a space", "北".repeat(140)],
		["emoji only", "🎉".repeat(70)],
	])("of %s stays off the art beside it", async (_, title) => {
		const [drawn, none] = await Promise.all(
			[title, ""].map(async (words) =>
				sharp(await renderOgPicture(words))
					.extract({ left: 636, top: 0, width: 564, height: 630 })
					.raw()
					.toBuffer(),
			),
		);
		expect(drawn?.equals(none ?? Buffer.of())).toBe(true);
		const below = async (words: string) =>
			sharp(await renderOgPicture(words))
				.extract({ left: 0, top: 600, width: 640, height: 30 })
				.raw()
				.toBuffer();
		expect((await below(title)).equals(await below(""))).toBe(true);
	});
});

test("a title with marks that overrule its direction doesn't end the process", async () => {
	const picture = await renderOgPicture("مرحبا 123 abc \u202eabc \u202d1\u202c");
	expect(await sharp(picture).metadata()).toMatchObject({ format: "png" });
});
