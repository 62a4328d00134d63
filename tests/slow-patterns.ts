import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";

/** A text that is easy to make long: one piece of it as often as one likes. */
type Attack = { before: string; piece: string; after: string };

/**
 * A hostile text on which the time of a pattern grows faster than the text: twice as long, four times the work, or worse.
 * Texts are made of what the pattern itself looks for, lengthened in steps, and the processor time of this thread is
 * compared between two lengths of one text, so that neither a slow nor a busy machine changes the verdict.
 * @returns undefined when none was found
 */
export function findSlowText(pattern: RegExp): string | undefined {
	// Where a search begins is the caller's; the work is the same.
	const plain = new RegExp(pattern.source, pattern.flags.replace("g", ""));
	// Measured again before it counts: the processor's own speed changes while others work on it.
	const isSlow = (attack: Attack) => [1, 2, 3].every(() => growsTooFast(plain, attack));
	const slow = attacksOn(plain).find(isSlow);
	return slow && `${slow.before}(${slow.piece})…${slow.after}`;
}

const lengthsOfExponentials = [12, 16, 20, 24, 28];
const lengths = [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 131_072];
/** Twenty times what a pattern needs that goes through the longest text once; below it nothing is compared. */
const noticeableMs = 20;
/** Linear work makes 4 of a text that is 4 times as long, quadratic work 16. */
const tooMuchGrowth = 8;

function growsTooFast(pattern: RegExp, attack: Attack): boolean {
	if (lengthsOfExponentials.some((length) => workMs(pattern, attack, length) > noticeableMs)) return true;
	const noticeable = lengths.find((length) => workMs(pattern, attack, length) > noticeableMs);
	if (noticeable === undefined) return false;
	return workMs(pattern, attack, noticeable) / workMs(pattern, attack, noticeable / 4, 0) > tooMuchGrowth;
}

/**
 * The least of three: one of them may pay for compiling, or for the collection of garbage.
 * @param enoughMs so little is little enough at the first try
 */
function workMs(pattern: RegExp, { before, piece, after }: Attack, length: number, enoughMs = noticeableMs): number {
	const text = before + piece.repeat(Math.ceil(length / piece.length)) + after;
	let least = Number.POSITIVE_INFINITY;
	for (let tries = 0; tries < 3 && least > enoughMs; tries++) {
		const begun = process.threadCpuUsage();
		pattern.exec(text);
		const { user, system } = process.threadCpuUsage(begun);
		least = Math.min(least, (user + system) / 1000);
	}
	return least;
}

/** No pattern of ours goes on behind this; an attack ends in it, so that whatever has matched is tried again. */
const breaker = "\n\0";

function attacksOn(pattern: RegExp): Attack[] {
	const ast = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(pattern.source, 0, pattern.source.length, {
		unicode: pattern.unicode,
		unicodeSets: pattern.unicodeSets,
	});
	const repeated: AST.Quantifier[] = [];
	visitRegExpAST(ast, {
		onQuantifierEnter: (quantifier) => {
			if (quantifier.max > 100) repeated.push(quantifier);
		},
	});
	const pieces = repeated.map(({ element }) => sampleOf(element, pattern.flags));
	const attacks = repeated.flatMap((quantifier, index) => {
		const before = textBefore(quantifier, pattern.flags);
		return [
			// Two ways to read the same characters.
			...pieces.map((piece) => ({ before, piece })),
			// A search that begins again at each piece, and each time goes on to the end.
			{ before: "", piece: before },
			{ before: "", piece: before + pieces[index] },
		];
	});
	return attacks
		.filter(({ piece }) => piece !== "")
		.flatMap((attack) => ["", breaker].map((after) => ({ ...attack, after })));
}

const characters = ["a", "0", " ", "-", "/", "<", '"', ".", "\n", "é", ...printable()];

function printable(): string[] {
	return Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
}

/** A short text that a part of a pattern matches. */
function sampleOf(node: AST.Element | AST.QuantifiableElement | AST.Alternative, flags: string): string {
	switch (node.type) {
		case "Alternative":
			return node.elements.map((element) => sampleOf(element, flags)).join("");
		case "Group":
		case "CapturingGroup":
			return node.alternatives[0] ? sampleOf(node.alternatives[0], flags) : "";
		case "Quantifier":
			return sampleOf(node.element, flags).repeat(Math.max(node.min, 1));
		case "Character":
			return String.fromCodePoint(node.value);
		case "CharacterSet":
		case "CharacterClass":
		case "ExpressionCharacterClass": {
			const one = new RegExp(`^${node.raw}$`, flags);
			return characters.find((character) => one.test(character)) ?? "x";
		}
		case "Backreference": {
			const [group] = [node.resolved].flat();
			return group ? sampleOf(group, flags) : "";
		}
		case "Assertion":
			return node.kind === "lookahead" && !node.negate && node.alternatives[0]
				? sampleOf(node.alternatives[0], flags)
				: "";
	}
}

/** A short text that leads a search up to this part of a pattern. */
function textBefore(node: AST.Node, flags: string): string {
	const { parent } = node;
	if (!parent) return "";
	if (parent.type !== "Alternative") return textBefore(parent, flags);
	const siblings: readonly AST.Node[] = parent.elements;
	const former = parent.elements.slice(0, siblings.indexOf(node));
	return textBefore(parent, flags) + former.map((element) => sampleOf(element, flags)).join("");
}
