const mostWords = 6;

/** What someone looks for, word by word. */
export const searchWords = (asked: string): string[] => asked.trim().split(/\s+/).slice(0, mostWords);

/** Whether the text has each of the words somewhere, in capitals or not. */
export function hasSearchWords(text: string, asked: string): boolean {
	const found = text.toLowerCase();
	return searchWords(asked).every((word) => found.includes(word.toLowerCase()));
}
