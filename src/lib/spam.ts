/** What is known of a form that a visitor has sent. */
export type SentForm = {
	/** What stands in the field that people do not see. */
	trap: string;
	/** Seconds from the visitor's first look into the form until it was sent; undefined without a valid proof of it. */
	seconds: number | undefined;
	/** Name, subject, phone: what one writes on one line. */
	lines: readonly string[];
	/** Message or letter. */
	text: string;
	/** The same text has been sent more often today than an impatient visitor would send it. */
	repeated: boolean;
};

export const spamReasons = {
	trap: "A field that people do not see was filled in",
	lineLink: "A link in a name, a subject or a phone number",
	markup: "Links in the markup of forums",
	manyLinks: "Many links",
	someLinks: "Several links",
	repeated: "The same text over and over",
	hasty: "Sent within moments",
	untimed: "Without the sign that a browser has shown the form",
} as const;
export type SpamReason = keyof typeof spamReasons;

/**
 * Each of the first five holds a form back by itself. The others are what honest people do too (paste two portfolios,
 * let the browser fill everything in, browse without scripts): no two of them together reach the limit, so that haste
 * alone, or haste with links, never does (decision 024).
 */
const points: Record<SpamReason, number> = {
	trap: 3,
	lineLink: 3,
	markup: 3,
	manyLinks: 3,
	repeated: 3,
	someLinks: 1,
	hasty: 1,
	untimed: 1,
};
const limit = 3;

const hastySeconds = 3;
const someLinks = 3;
const manyLinks = 8;
/** "Please call me" is written by many. */
const shortText = 40;

const link = /\bhttps?:\/\/|\bwww\./gi;
const forumMarkup = /\[(?:url|link)[=\]]|<a\s[^<>]*href/i;

/** Why a form looks as if nobody had written it, weightiest first; none when it does not. */
export function suspicions(form: SentForm): SpamReason[] {
	const links = form.text.match(link)?.length ?? 0;
	const found: Record<SpamReason, boolean> = {
		trap: form.trap.trim() !== "",
		lineLink: form.lines.some((line) => line.search(link) !== -1),
		markup: forumMarkup.test(form.text),
		manyLinks: links >= manyLinks,
		repeated: form.repeated && form.text.length >= shortText,
		someLinks: links >= someLinks && links < manyLinks,
		hasty: form.seconds !== undefined && form.seconds < hastySeconds,
		untimed: form.seconds === undefined,
	};
	return (Object.keys(points) as SpamReason[]).filter((reason) => found[reason]);
}

/** Whether a person should look at it before it is taken for a real one. */
export const isSuspect = (reasons: readonly SpamReason[]) =>
	reasons.reduce((sum, reason) => sum + points[reason], 0) >= limit;

/** Texts that differ only in case, blanks and numbers count as one. */
export const sameText = (text: string) =>
	text
		.toLowerCase()
		.replace(/[\s\d]+/g, " ")
		.trim();
