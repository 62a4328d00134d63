import { clsx } from "clsx";
import { diffWordsWithSpace } from "diff";

/** A stretch of text: in both versions, or in one of them. */
export type Stretch = { text: string; in: "both" | "before" | "after" };

/** Two texts with nothing in common take longest. They are shown one after the other. */
const timeout = 300;

/** What differs between two texts, word by word, with enough around it to find the place. */
export function stretchesOf(before: string, after: string): Stretch[] {
	const parts = diffWordsWithSpace(before, after, { timeout });
	if (!parts) {
		return [
			{ text: before, in: "before" },
			{ text: after, in: "after" },
		];
	}
	return parts.map(({ value, added, removed }, place) => {
		if (added || removed) return { text: value, in: added ? "after" : "before" };
		return { text: shortened(value, place === 0, place === parts.length - 1), in: "both" };
	});
}

/** Enough to find the place. */
const context = 60;

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
	const head = isFirst ? 0 : context;
	const tail = isLast ? 0 : context;
	// A few left out would be harder to read than all of it.
	if (text.length <= head + tail + context) return text;
	const isWithin = (place: number) => /\S\S/.test(text.slice(place - 1, place + 1));
	const kept = text.slice(0, head);
	const begun = isWithin(head) ? kept.slice(0, Math.max(kept.lastIndexOf(" "), kept.lastIndexOf("\n")) + 1) : kept;
	const end = text.length - tail;
	const rest = isWithin(end) ? text.slice(end).replace(/^\S+/, "") : text.slice(end);
	return `${begun.trimEnd()} … ${rest.trimStart()}`;
}

/** @param props.names what a screen reader says before a stretch that is in one version only */
export function StretchText({ stretch, names }: { stretch: Stretch; names: { before: string; after: string } }) {
	if (stretch.in === "both") return stretch.text;
	const Element = stretch.in === "before" ? "del" : "ins";
	return (
		<Element
			className={clsx(
				"rounded-xs px-0.5",
				stretch.in === "before" ? "bg-status-red-bg text-status-red" : "bg-status-green-bg text-status-green",
			)}
		>
			<span className="sr-only">{names[stretch.in]}: </span>
			{stretch.text}
		</Element>
	);
}
