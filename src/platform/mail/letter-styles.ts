import type { CSSProperties } from "react";
import { nightText, originalTones, paper, type Tones } from "#lib/brand/tones.ts";
import { firm } from "#lib/firm.ts";

// Mail programs support neither CSS variables nor oklch, so colors are written as they are.
const white = "#ffffff";

const sans = "'Schibsted Grotesk', 'Helvetica Neue', Helvetica, Arial, sans-serif";
const display = "Besley, Georgia, 'Times New Roman', serif";

/** In the firm's colors as they are now. */
export function letterStyles() {
	const tones = firm().brand?.tones ?? originalTones;
	return { tones, styles: stylesOf(tones), button: buttonOf(tones), darkStyles: darkStylesOf(tones) };
}

const stylesOf = (tones: Tones) =>
	({
		mail: { margin: 0, padding: 0, fontFamily: sans },
		page: { padding: "24px 12px", backgroundColor: tones.wash },
		phone: { whiteSpace: "nowrap" },
		card: {
			width: "100%",
			maxWidth: "600px",
			margin: "0 auto",
			backgroundColor: white,
			border: `1px solid ${tones.line}`,
			borderRadius: "10px",
			borderCollapse: "separate",
			overflow: "hidden",
		},
		band: { padding: "24px 28px 28px", backgroundColor: tones.sky },
		logo: { margin: "0 0 20px", fontFamily: display, fontSize: "19px", lineHeight: "24px", color: tones.ink },
		mark: { color: tones.vermilion, fontWeight: 700 },
		heading: {
			margin: 0,
			fontFamily: display,
			fontSize: "28px",
			lineHeight: "34px",
			fontWeight: 500,
			letterSpacing: "-0.02em",
			color: tones.ink,
		},
		body: { padding: "28px 28px 24px" },
		paragraph: {
			margin: "0 0 16px",
			fontSize: "16px",
			lineHeight: "26px",
			color: tones.ink,
			overflowWrap: "anywhere",
		},
		facts: { width: "100%", margin: "4px 0 20px", borderCollapse: "collapse", tableLayout: "fixed" },
		factLabel: {
			width: "92px",
			padding: "9px 12px 9px 0",
			borderTop: `1px solid ${tones.line}`,
			verticalAlign: "top",
			fontSize: "13px",
			lineHeight: "22px",
			color: tones.quiet,
		},
		factValue: {
			padding: "9px 0",
			borderTop: `1px solid ${tones.line}`,
			verticalAlign: "top",
			fontSize: "15px",
			lineHeight: "22px",
			color: tones.ink,
			overflowWrap: "anywhere",
			wordBreak: "break-word",
		},
		quoteLabel: { margin: "0 0 6px", fontSize: "13px", lineHeight: "18px", color: tones.quiet },
		quote: {
			padding: "14px 16px",
			backgroundColor: tones.wash,
			fontSize: "15px",
			lineHeight: "24px",
			color: tones.ink,
			overflowWrap: "anywhere",
			wordBreak: "break-word",
		},
		line: { margin: "24px 0 16px", border: "none", borderTop: `1px solid ${tones.line}` },
		quiet: { margin: "0 0 12px", fontSize: "13px", lineHeight: "20px", color: tones.quiet },
	}) satisfies Record<string, CSSProperties>;

/** The brand's bowl shape: round on the left, square on the right. */
const buttonOf = (tones: Tones): CSSProperties => ({
	display: "inline-block",
	margin: "8px 0 24px",
	padding: "14px 24px 14px 28px",
	backgroundColor: tones.ink,
	borderRadius: "999px 0 0 999px",
	fontSize: "16px",
	lineHeight: "22px",
	fontWeight: 600,
	color: paper,
	textDecoration: "none",
});

/** Contains no quotes, angle brackets, or ampersands, which React would escape. */
const darkStylesOf = (tones: Tones) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
	.page { background-color: ${tones.nightPage} !important; }
	.card { background-color: ${tones.nightCard} !important; border-color: ${tones.nightBorder} !important; }
	.text { color: ${nightText} !important; }
	.quiet { color: ${tones.nightQuiet} !important; }
	.line { border-color: ${tones.nightBorder} !important; }
	.quote { background-color: ${tones.nightPopover} !important; color: ${nightText} !important; }
	.button { background-color: ${tones.sky} !important; color: ${tones.ink} !important; }
}
@media (max-width: 480px) {
	.button { display: block !important; text-align: left !important; }
}
`;
