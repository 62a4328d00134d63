/** What is known about a form that a visitor has sent. */
export type SentForm = {
	/** The value of the field that people don't see. */
	trap: string;
	/** Seconds from when the visitor first saw the form until it was sent; undefined without a valid proof of it. */
	seconds: number | undefined;
	/** Given and family name. */
	names: readonly string[];
	phone: string;
	subject: string;
	/** Message or letter. */
	text: string;
	/** The same text has been sent more often today than an impatient visitor would send it. */
	repeated: boolean;
	/** Its file is malware. */
	infected?: boolean;
};

const link = /\bhttps?:\/\/|\bwww\./gi;
const forumMarkup = /\[(?:url|link)[=\]]/i;
const htmlMarkup = /<a\s[^<>]*href/i;
const linkElsewhere = /\b(?:bit\.ly|tinyurl\.com|t\.me|wa\.me|telegra\.ph|cutt\.ly|is\.gd|goo\.gl)\//i;

/**
 * The words with which strangers sell through contact forms. Clients use some of these words, too ("we offer home care",
 * "our casino re-opens"), which is why each of them is worth one point and no more, however often it occurs.
 */
const pitches = {
	sellsSearch:
		/\b(?:back-?links?|guest post|do-?follow|domain authority|DA ?\d\d|link (?:exchange|insertion|building)|white hat|seo|organic traffic|(?:first page|top) of google|google ranking|your (?:rank|ranks|traffic)\b|suchmaschinenoptimierung|posicionamiento)|(?:прогон|продвижение сайт)/i,
	sellsVice:
		/\b(?:casino|betting|free spins|viagra|cialis|levitra|sildenafil|tadalafil|pharmacy|escort|hot (?:girls|photos)|replica|vapes?|cbd|forex|trading bot|followers)\b|(?:кракен|даркнет|казино|диплом)/i,
	sellsMoney:
		/\b(?:loans?|working capital|credit check|prêts? de|passive income|make money|earn \$|ganhe dinheiro|bitcoin|btc|wallet|gift card|prize|million dollars|inherit(?:ed|ance)|government funds|credit card processing)\b/i,
	offers:
		/\b(?:we (?:offer|provide|fix|can (?:get|drive|send|publish|do)|guarantee)|we are an? (?:\w+ ){0,3}(?:company|manufacturer|team|agency)|our (?:team of|packages|portfolio|services|monthly)|(?:shall|may|can) i send|i can send you|offer you|ofrecemos|wir bieten|qui offre|hire (?:\w+ )?(?:developers|assistants))\b|(?:предлагает|предлагаем|купить)/i,
	baits:
		/\b(?:(?:only|just|from|at) \$\d|\$\d+(?: only|\/hour|\/month)|affordable|competitive price|best prices?|discount|special offer|free (?:audit|trial|scan|report|sample|demo|article|terminal)|guaranteed?|limited (?:time|spots)|no (?:contract|deposit|obligation|collateral|prescription)|kostenlose analyse|auditoría gratuita|ab \d+ ?€|desde \d+ ?€)|100% |(?:гаранти|цен[аы] )/i,
	addressesAnybody:
		/\b(?:dear (?:sir|business|purchasing|beloved)|sir\/madam|(?:came across|stumbled upon|checked|found|looking at|noticed(?: that| several errors on)?|just on) your (?:web ?site|site|domain)|hurts? your|errors on your|(?:haben|hemos analizado) (?:ihre|su) (?:webseite|sitio)|are you (?:overwhelmed|paying)|do you want more|your competitors|person in charge|benefit your)\b/i,
	asksForReply:
		/\b(?:would you be (?:interested|open)|are you interested|interested\?|you're interested|reply (?:yes|stop|with|to this|within)|quick call|free consultation|let me know your|order (?:at|:)|claim (?:your|now)|join (?:now|the)|apply here|click here|clique aqui|contactez-moi|price for|what do you charge|your price)/i,
	offersOptOut:
		/\b(?:opt[- ]?out|to be removed|to unsubscribe|unsubscribe:|'unsubscribe'|not interested\?|(?:do not|don't) (?:want to hear|wish to receive))/i,
	threatens:
		/\b(?:final notice|infring\w+|will be sued|lawsuit|hacked|within \d+ (?:hours|days)|about to expire|not (?:verified|\w+ compliant|mobile friendly|ranking)|may be removed|pending withdrawal|confirm your)/i,
} satisfies Record<string, RegExp>;

/** The reasons why a form looks like spam: the words for staff, and the points. */
const weighed = {
	infected: { text: "The attached file contains malware and was removed", points: 3 },
	trap: { text: "A hidden field was filled in", points: 3 },
	lineLink: { text: "A name or phone number contains a link", points: 3 },
	markup: { text: "The message has links in forum markup", points: 3 },
	repeated: { text: "The same text was sent repeatedly", points: 3 },
	manyLinks: { text: "The message has many links", points: 2 },
	scrambledName: { text: "The name looks like random letters", points: 2 },
	someLinks: { text: "The message has a link", points: 1 },
	linkElsewhere: { text: "The message links to a chat or hides where a link leads", points: 1 },
	htmlMarkup: { text: "The message has a link written as HTML", points: 1 },
	bareLink: { text: "The message has a link with hardly any text", points: 1 },
	oddName: { text: "The name looks machine-made", points: 1 },
	hasty: { text: "The form was sent within seconds of opening the page", points: 1 },
	untimed: { text: "There is no sign that a browser displayed the form", points: 1 },
	sellsSearch: { text: "The message mentions links or search rankings", points: 1 },
	sellsVice: { text: "The message mentions gambling, pills, dating, or the like", points: 1 },
	sellsMoney: { text: "The message mentions loans, prizes, or quick money", points: 1 },
	offers: { text: "The message offers something instead of asking", points: 1 },
	baits: { text: "The message promises discounts, guarantees, or something free", points: 1 },
	addressesAnybody: { text: "The message could be meant for any website owner", points: 1 },
	asksForReply: { text: "The message pushes for a reply", points: 1 },
	offersOptOut: { text: "The message mentions how to opt out", points: 1 },
	threatens: { text: "The message threatens or sets a deadline", points: 1 },
} as const;
export type SpamReason = keyof typeof weighed;

/** The reasons that concern only emails, regardless of their text. */
const mailReasons = {
	unverified: "The sender couldn't be verified",
	flood: "Too many emails in a short time",
} as const;
/** Why something is on hold. */
export type HoldReason = SpamReason | keyof typeof mailReasons;

export const spamReasons = {
	...Object.fromEntries(Object.entries(weighed).map(([reason, { text }]) => [reason, text])),
	...mailReasons,
} as Record<HoldReason, string>;

/**
 * A reason of 3 points is enough to put a form on hold, because genuine senders do none of these things. They do all the
 * others: they paste links, let the browser fill everything in, browse without scripts, or offer something. A link,
 * haste, a missing sign, or any two of these never put a form on hold, but each of them may decide when there is also a
 * sales pitch (decision 024).
 */
const limit = 3;

const hastySeconds = 3;
const manyLinks = 8;
/** Many genuine senders write "Please call me". */
const shortText = 40;

/** The reasons why a form looks like spam, with the most points first; empty if it doesn't. */
export function suspicions(form: SentForm): SpamReason[] {
	const { trap, seconds, names, phone, subject, text, repeated } = form;
	const written = `${subject}\n${text}`;
	const links = written.match(link)?.length ?? 0;
	const found: Record<Exclude<SpamReason, keyof typeof pitches>, boolean> = {
		infected: form.infected ?? false,
		trap: trap.trim() !== "",
		lineLink: [...names, phone].some((line) => line.search(link) !== -1),
		markup: forumMarkup.test(written),
		repeated: repeated && text.length >= shortText,
		manyLinks: links >= manyLinks,
		scrambledName: names.some(isScrambled),
		someLinks: links > 0 && links < manyLinks,
		linkElsewhere: linkElsewhere.test(written),
		htmlMarkup: htmlMarkup.test(written),
		bareLink: links > 0 && isBareLink(text),
		oddName: isOddName(names),
		hasty: seconds !== undefined && seconds < hastySeconds,
		untimed: seconds === undefined,
	};
	const reasons = Object.keys(weighed) as SpamReason[];
	return reasons.filter((reason) =>
		reason in pitches ? pitches[reason as keyof typeof pitches].test(written) : found[reason as keyof typeof found],
	);
}

/** Three changes from small to capital letters in a word: more than in McDonald or LaToya. */
const isScrambled = (name: string) => name.split(" ").some((word) => (word.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0) >= 3);

/** A link with less than a sentence of other text. */
const isBareLink = (text: string) => text.replace(/(?:https?:\/\/|www\.)\S*/gi, "").trim().length < 12;

/** One name for both, or one with a tail of capitals ("JamesdrorePN"). */
function isOddName([first = "", last = ""]: readonly string[]): boolean {
	return (first.length > 3 && first.toLowerCase() === last.toLowerCase()) || /\p{Ll}\p{Lu}{2,}$/u.test(first);
}

/** Whether a person should review it before it becomes a record. */
export const isSuspect = (reasons: readonly SpamReason[]) =>
	reasons.reduce((sum, reason) => sum + weighed[reason].points, 0) >= limit;

/** Texts that differ only in case, spaces, and numbers count as one. */
export const sameText = (text: string) =>
	text
		.toLowerCase()
		.replace(/[\s\d]+/g, " ")
		.trim();
