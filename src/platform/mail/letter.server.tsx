import { Body, Button, Container, Head, Heading, Hr, Html, Preview, Section, Text } from "@react-email/components";
import { Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { firm } from "#lib/firm.ts";
import { site } from "#site.config.ts";
import { letterStyles } from "./letter-styles.ts";

const logoHeight = 32;

export type LetterContent = { subject: string; text: string; html: string; link?: string };

/** `label` is the firm's text. `value` may contain anything that a visitor wrote. */
type LetterFact = { label: string; value: string };

export type Letter = {
	subject: string;
	/** The preview that a mail program shows beside the subject. Defaults to the first paragraph. */
	preview?: string;
	heading: string;
	paragraphs: string[];
	facts?: LetterFact[];
	/** The visitor's own words, set apart from the firm's. */
	quote?: { label: string; text: string };
	action?: { label: string; link: string };
	closing: string;
	/** Why the recipient gets this email. */
	reason?: string;
};

/**
 * Composes an email from the firm, as HTML and as text. It loads nothing from the network, and React escapes all
 * visitors' text. Rendering is synchronous, so the email can be written in the same transaction as the change that
 * causes it.
 */
export function composeLetter(draft: Letter): LetterContent {
	const letter = inSingleLines(draft);
	const html = `<!doctype html>${renderToStaticMarkup(<LetterPage {...letter} />)}`;
	const { subject, action } = letter;
	return { subject, text: letterText(letter), html, ...(action && { link: action.link }) };
}

/** Joins lines, so that a visitor's name can't start a line or a header of its own. */
function inSingleLines({ facts, ...letter }: Letter): Letter {
	const line = (text: string) => text.replace(/\s+/g, " ");
	return {
		...letter,
		subject: line(letter.subject),
		paragraphs: letter.paragraphs.map(line),
		closing: line(letter.closing),
		...(facts && { facts: facts.map(({ label, value }) => ({ label, value: line(value) })) }),
	};
}

function letterText({ paragraphs, facts = [], quote, action, closing, reason }: Letter): string {
	return [
		...paragraphs,
		...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join("\n")] : []),
		...(quote ? [`${quote.label}:`, quote.text.replace(/^/gm, "> ")] : []),
		...(action ? [`${action.label}:`, action.link] : []),
		closing,
		`${firm().name}\n${firm().phone}\n${firm().email}`,
		...(reason ? [reason] : []),
	].join("\n\n");
}

function LetterPage({ subject, preview, heading, paragraphs, facts = [], quote, action, closing, reason }: Letter) {
	const { styles, button, darkStyles } = letterStyles();
	return (
		<Html lang={site.locale}>
			<Head>
				<title>{subject}</title>
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<meta name="supported-color-schemes" content="light dark" />
				<style>{darkStyles}</style>
			</Head>
			<Body style={styles.mail}>
				<Preview>{preview ?? paragraphs[0] ?? subject}</Preview>
				{/* Body would put the color into a cell that no style for the dark could name. */}
				<Section className="page" style={styles.page}>
					<Container className="card" style={styles.card}>
						<Section className="band" style={styles.band}>
							<Text style={styles.logo}>
								<Mark />
							</Text>
							<Heading as="h1" style={styles.heading}>
								{heading}
							</Heading>
						</Section>
						<Section style={styles.body}>
							{paragraphs.map((paragraph) => (
								<Paragraph key={paragraph}>{paragraph}</Paragraph>
							))}
							{facts.length > 0 && <Facts facts={facts} />}
							{quote && <Quote {...quote} />}
							{action && (
								<Button href={action.link} className="button" style={button}>
									{action.label}
								</Button>
							)}
							<Paragraph>
								<WithPhoneInOnePiece>{closing}</WithPhoneInOnePiece>
							</Paragraph>
							<Hr className="line" style={styles.line} />
							<Text className="quiet" style={styles.quiet}>
								{firm().name}
								<br />
								{firm().phone}
								<br />
								{firm().email}
							</Text>
							{reason && (
								<Text className="quiet" style={styles.quiet}>
									{reason}
								</Text>
							)}
						</Section>
					</Container>
				</Section>
			</Body>
		</Html>
	);
}

function Mark() {
	const { styles } = letterStyles();
	const logo = firm().brand?.logo;
	if (logo) {
		const width = Math.round((logo.width / logo.height) * logoHeight);
		return <img src={logo.src} alt={firm().name} width={width} height={logoHeight} />;
	}
	return (
		<>
			<span style={styles.mark}>¶</span> {firm().shortName}
		</>
	);
}

function Paragraph({ children }: { children: ReactNode }) {
	const { styles } = letterStyles();
	return (
		<Text className="text" style={styles.paragraph}>
			{children}
		</Text>
	);
}

function WithPhoneInOnePiece({ children }: { children: string }) {
	const { styles } = letterStyles();
	const [before, ...after] = children.split(firm().phone);
	return (
		<>
			{before}
			{after.map((text) => (
				<Fragment key={text}>
					<span style={styles.phone}>{firm().phone}</span>
					{text}
				</Fragment>
			))}
		</>
	);
}

function Facts({ facts }: { facts: LetterFact[] }) {
	const { styles } = letterStyles();
	return (
		<table role="presentation" cellPadding={0} cellSpacing={0} style={styles.facts}>
			<tbody>
				{facts.map(({ label, value }) => (
					<tr key={label}>
						<td className="quiet line" style={styles.factLabel}>
							{label}
						</td>
						<td className="text line" style={styles.factValue}>
							{value}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Quote({ label, text }: { label: string; text: string }) {
	const { styles, tones } = letterStyles();
	return (
		<>
			<Text className="quiet" style={styles.quoteLabel}>
				{label}
			</Text>
			<table role="presentation" cellPadding={0} cellSpacing={0} style={styles.facts}>
				<tbody>
					<tr>
						<td className="quote" style={{ ...styles.quote, borderLeft: `3px solid ${tones.vermilion}` }}>
							{/* Line breaks as elements: not every mail program keeps white space. */}
							{text.split("\n").map((line, index) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: a line's position is its only identity
								<span key={index}>
									{index > 0 && <br />}
									{line}
								</span>
							))}
						</td>
					</tr>
				</tbody>
			</table>
		</>
	);
}
