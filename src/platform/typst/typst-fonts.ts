/**
 * The firm's typeface first, then any font with the glyph (decision 005). For another script, add its package
 * and name, and run `scripts/list-covered-letters.ts`.
 */
const textFonts = [
	{ family: "Schibsted Grotesk", package: "schibsted-grotesk" },
	{ family: "Noto Sans", package: "noto-sans" },
	{ family: "Noto Sans Arabic", package: "noto-sans-arabic" },
	{ family: "Noto Sans Hebrew", package: "noto-sans-hebrew" },
	{ family: "Noto Sans Devanagari", package: "noto-sans-devanagari" },
	{ family: "Noto Sans Thai", package: "noto-sans-thai" },
	{ family: "Noto Sans SC", package: "noto-sans-sc" },
	{ family: "Noto Sans KR", package: "noto-sans-kr" },
	{ family: "Noto Emoji", package: "noto-emoji" },
];

/** The folders of what draws the letters that the firm's typeface lacks. */
export const fallbackFolders = textFonts.slice(1).map((font) => `${font.package}/400Regular`);

export const textFamilies = textFonts.map((font) => font.family);

/** The folders of the files that are needed, one file each: below the packages' scope, and below the build's fonts. */
export const typstFontFolders = [
	...textFonts.flatMap((font) => [`${font.package}/400Regular`, `${font.package}/600SemiBold`]),
	"besley/500Medium",
];
