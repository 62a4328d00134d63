import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { colorName } from "./color-name.ts";

const tokens = readFileSync("src/tokens.css", "utf8");

const channels = (color: string) => (color.match(/[\da-f]{2}/g) ?? []).map((part) => Number.parseInt(part, 16));

test.each(["blue", "yellow", "green", "grey", "purple", "red"])("the tone %s is that color, light and dark", (tone) => {
	const colors = [...tokens.matchAll(new RegExp(`--status-${tone}: (#[\\da-f]{6})`, "g"))].map(
		([, color = ""]) => color,
	);
	expect(colors.map((color) => colorName(channels(color)))).toEqual([tone, tone]);
});
