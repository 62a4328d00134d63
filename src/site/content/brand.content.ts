import { originalTones, unreadablePair } from "#lib/brand/tones.ts";
import { color, definePage, logo } from "./fields.ts";

/** The looks of the firm. */
export const brand = definePage(
	"Brand",
	"/",
	{
		logo: logo("Logo"),
		"color.dark": color(originalTones.ink, "Dark Color, of Texts and Buttons"),
		"color.accent": color(originalTones.vermilion, "Accent Color"),
	},
	(values): Record<string, string> => {
		const [text, ground] = unreadablePair(String(values["color.dark"]), String(values["color.accent"])) ?? [];
		if (!text) return {};
		return text === "ink" && ground === "paper"
			? { "color.dark": "Texts in this color would be hard to read. Please choose a darker one." }
			: { "color.accent": "Texts on this color would be hard to read. Please choose another accent." };
	},
);
