import type { CSSProperties } from "react";

// Mail programs support neither CSS variables nor oklch, so these are the brand's colors from the comments in
// tokens.css.
export const colours = {
	ink: "#24101f",
	quiet: "#6b5566",
	line: "#e4dee2",
	wash: "#f3f0f2",
	paper: "#fafaf8",
	white: "#ffffff",
	sky: "#bfe3ee",
	vermilion: "#f04e23",
} as const;

const sans = "'Schibsted Grotesk', 'Helvetica Neue', Helvetica, Arial, sans-serif";
const display = "Besley, Georgia, 'Times New Roman', serif";

export const styles = {
	mail: { margin: 0, padding: 0, fontFamily: sans },
	page: { padding: "24px 12px", backgroundColor: colours.wash },
	phone: { whiteSpace: "nowrap" },
	card: {
		width: "100%",
		maxWidth: "600px",
		margin: "0 auto",
		backgroundColor: colours.white,
		border: `1px solid ${colours.line}`,
		borderRadius: "10px",
		borderCollapse: "separate",
		overflow: "hidden",
	},
	band: { padding: "24px 28px 28px", backgroundColor: colours.sky },
	logo: { margin: "0 0 20px", fontFamily: display, fontSize: "19px", lineHeight: "24px", color: colours.ink },
	mark: { color: colours.vermilion, fontWeight: 700 },
	heading: {
		margin: 0,
		fontFamily: display,
		fontSize: "28px",
		lineHeight: "34px",
		fontWeight: 500,
		letterSpacing: "-0.02em",
		color: colours.ink,
	},
	body: { padding: "28px 28px 24px" },
	paragraph: {
		margin: "0 0 16px",
		fontSize: "16px",
		lineHeight: "26px",
		color: colours.ink,
		overflowWrap: "anywhere",
	},
	facts: { width: "100%", margin: "4px 0 20px", borderCollapse: "collapse", tableLayout: "fixed" },
	factLabel: {
		width: "92px",
		padding: "9px 12px 9px 0",
		borderTop: `1px solid ${colours.line}`,
		verticalAlign: "top",
		fontSize: "13px",
		lineHeight: "22px",
		color: colours.quiet,
	},
	factValue: {
		padding: "9px 0",
		borderTop: `1px solid ${colours.line}`,
		verticalAlign: "top",
		fontSize: "15px",
		lineHeight: "22px",
		color: colours.ink,
		overflowWrap: "anywhere",
		wordBreak: "break-word",
	},
	quoteLabel: { margin: "0 0 6px", fontSize: "13px", lineHeight: "18px", color: colours.quiet },
	quote: {
		padding: "14px 16px",
		backgroundColor: colours.wash,
		fontSize: "15px",
		lineHeight: "24px",
		color: colours.ink,
		overflowWrap: "anywhere",
		wordBreak: "break-word",
	},
	line: { margin: "24px 0 16px", border: "none", borderTop: `1px solid ${colours.line}` },
	quiet: { margin: "0 0 12px", fontSize: "13px", lineHeight: "20px", color: colours.quiet },
} satisfies Record<string, CSSProperties>;

/** The brand's bowl shape: round on the left, square on the right. */
export const button: CSSProperties = {
	display: "inline-block",
	margin: "8px 0 24px",
	padding: "14px 24px 14px 28px",
	backgroundColor: colours.ink,
	borderRadius: "999px 0 0 999px",
	fontSize: "16px",
	lineHeight: "22px",
	fontWeight: 600,
	color: colours.paper,
	textDecoration: "none",
};

/** Contains no quotes, angle brackets, or ampersands, which React would escape. */
export const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
	.page { background-color: #160a13 !important; }
	.card { background-color: #1f1019 !important; border-color: #3d2836 !important; }
	.text { color: #f6eff3 !important; }
	.quiet { color: #b9a5b3 !important; }
	.line { border-color: #3d2836 !important; }
	.quote { background-color: #2a1724 !important; color: #f6eff3 !important; }
	.button { background-color: #bfe3ee !important; color: #24101f !important; }
}
@media (max-width: 480px) {
	.button { display: block !important; text-align: left !important; }
}
`;
