import { contrast, hexOf, oklchOf } from "./oklch.ts";

/** The colors of the brand that follow from the firm's two, as they are with the original ones (tokens.css). */
export const originalTones = {
	ink: "#24101f",
	ink2: "#553f50",
	quiet: "#6b5566",
	edge: "#937f8e",
	line: "#e4dee2",
	wash: "#f3f0f2",
	vermilion: "#f04e23",
	vermilionDeep: "#b5300f",
	sky: "#bfe3ee",
	skyLight: "#e4f4f8",
	skyDeep: "#1f6f86",
	rose: "#f3b6c2",
	nightPage: "#160a13",
	nightCard: "#1f1019",
	nightPopover: "#2a1724",
	nightMuted: "#38222f",
	nightQuiet: "#b9a5b3",
	nightBorder: "#3d2836",
	nightInput: "#8a7383",
	nightAccent: "#1c3f4c",
};

type ToneName = keyof typeof originalTones;
const names = Object.keys(originalTones) as ToneName[];
export type Tones = Readonly<Record<ToneName, string>>;

export const paper = "#fafaf8";

/** Those that have the hue of the accent. All others have that of the dark color. */
const ofAccent: readonly ToneName[] = [
	"vermilion",
	"vermilionDeep",
	"sky",
	"skyLight",
	"skyDeep",
	"rose",
	"nightAccent",
];

/** Each keeps its lightness, and with it what can be read on it. */
export function tonesOf(dark: string, accent: string): Tones {
	const [ink, mark] = [oklchOf(dark), oklchOf(accent)];
	const strength = ink.c / oklchOf(originalTones.ink).c;
	const tone = (name: ToneName) => {
		const { l, c } = oklchOf(originalTones[name]);
		if (ofAccent.includes(name)) return hexOf({ l, c: Math.min(c, mark.c), h: mark.h });
		return hexOf({ l, c: c * Math.min(strength, 1.5), h: ink.h });
	};
	const tones = Object.fromEntries(names.map((name) => [name, tone(name)])) as Record<ToneName, string>;
	return { ...tones, ink: dark, vermilion: accent };
}

/** Each text on its ground, as it occurs, with the least contrast. */
const pairs: readonly [text: ToneName | "paper", ground: ToneName | "paper", least: number][] = [
	["ink", "paper", 7],
	["ink", "vermilion", 4.5],
	["ink", "sky", 4.5],
	["ink", "skyLight", 4.5],
	["ink", "wash", 4.5],
	["ink", "rose", 4.5],
	["ink2", "sky", 4.5],
	["quiet", "paper", 4.5],
	["quiet", "wash", 4.5],
	["vermilionDeep", "paper", 4.5],
	["skyDeep", "paper", 3],
	["edge", "paper", 3],
	["nightQuiet", "nightCard", 4.5],
	["nightInput", "nightPage", 3],
];

/** The first pair of colors that could not be read. */
export function unreadablePair(dark: string, accent: string) {
	const tones = { ...tonesOf(dark, accent), paper };
	return pairs.find(([text, ground, least]) => contrast(tones[text], tones[ground]) < least);
}

/** The names in tokens.css of each tone: everywhere, in the back office by day, and there by night. */
const properties: Readonly<Record<ToneName, readonly [everywhere: string, day: string, night: string]>> = {
	ink: [
		"--color-ink --foreground --primary",
		"--card-foreground --popover-foreground --secondary-foreground --accent-foreground --sidebar-active",
		"--primary-foreground --sidebar-active-foreground",
	],
	ink2: ["--color-ink-2", "", ""],
	quiet: ["--color-quiet --muted-foreground", "", ""],
	edge: ["--color-edge --input", "", ""],
	line: ["--color-line --border", "", ""],
	wash: ["--color-wash", "--secondary --muted --sidebar", ""],
	vermilion: ["--color-vermilion", "", ""],
	vermilionDeep: ["--color-vermilion-deep", "", ""],
	sky: ["--color-sky", "", "--primary --ring --sidebar-active"],
	skyLight: ["--color-sky-light", "--accent", ""],
	skyDeep: ["--color-sky-deep --ring", "", ""],
	rose: ["--color-rose", "", ""],
	nightPage: ["", "", "--background"],
	nightCard: ["", "", "--card --sidebar"],
	nightPopover: ["", "", "--popover"],
	nightMuted: ["", "", "--secondary --muted"],
	nightQuiet: ["", "", "--muted-foreground"],
	nightBorder: ["", "", "--border"],
	nightInput: ["", "", "--input"],
	nightAccent: ["", "", "--accent"],
};

export const nightText = "#f6eff3";

/** The bands of pages whose texts on them are white. */
const whiteOn: readonly string[] = ["contact-center", "photography"];

/** The ornament, which islands draw, too, is known by its size. */
const withoutMark = 'svg[viewBox="0 0 11 14"]{display:none!important}';

/** The rules that put the tones over those of tokens.css, which may come after them: so they are more specific. */
export function toneStyles(
	tones: Tones,
	{ hasLogo = false, bands = [] }: { hasLogo?: boolean; bands?: readonly string[] },
): { everywhere: string; desk: string } {
	const rules = (column: 0 | 1 | 2) =>
		names
			.filter((tone) => tones[tone] !== originalTones[tone])
			.flatMap((tone) => properties[tone][column].split(" ").map((name) => (name ? `${name}:${tones[tone]}` : "")))
			.filter(Boolean);
	const bandRules = bands.map(
		(name) => `--band-${name}:var(--color-${whiteOn.includes(name) ? "vermilion-deep" : "sky"})`,
	);
	const nightRules = rules(2);
	const nightTexts = "foreground card-foreground popover-foreground secondary-foreground accent-foreground".split(" ");
	const desk = [
		`:root:root,:root [data-sheet]{${rules(1).join(";")}}`,
		`:root:root.dark{${[...nightRules, ...nightTexts.map((name) => `--${name}:${nightText}`)].join(";")}}`,
	].join("");
	return {
		everywhere: [
			rules(0).length > 0 ? `:root:root,:root [data-sheet]{${rules(0).join(";")}}` : "",
			bandRules.length > 0 ? `:root:root{${bandRules.join(";")}}` : "",
			// The footer is dark by day, too.
			tones.nightQuiet === originalTones.nightQuiet
				? ""
				: `[class*="#b9a5b3"]{color:${tones.nightQuiet}!important;border-color:${tones.nightBorder}!important}`,
			hasLogo ? withoutMark : "",
		].join(""),
		desk: nightRules.length > 0 ? desk : "",
	};
}
