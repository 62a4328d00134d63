/** The first `limit` characters, with an ellipsis when there are more; never half an emoji. */
export function preview(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const cut = text.slice(0, limit).toWellFormed();
	return `${cut.endsWith("\uFFFD") ? cut.slice(0, -1) : cut}...`;
}
