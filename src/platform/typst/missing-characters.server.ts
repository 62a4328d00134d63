import { covered } from "./covered-letters.ts";

/** No font has it, and it needs a shape: spaces, joiners, marks of direction, and the like don't. */
const missing = new RegExp(`[^\\p{White_Space}\\p{Default_Ignorable_Code_Point}${covered}]`, "gu");

/**
 * The characters of a text that would be shown as boxes, `most` of them at most. Letters and their marks count as one,
 * as far as they can: that is how they are typeset.
 */
export const missingCharacters = (text: string, most: number): string[] =>
	[...new Set(text.toWellFormed().normalize("NFC").match(missing))].slice(0, most);
