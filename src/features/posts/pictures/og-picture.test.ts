import sharp from "sharp";
import { expect, test } from "vitest";
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
