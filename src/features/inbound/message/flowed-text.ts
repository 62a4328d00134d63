/** Joins the lines of `format=flowed` (RFC 3676) to paragraphs, each with the quote marks that all of its lines have. */
export function unflow(text: string, deletesBlank: boolean): string {
	const joined: string[] = [];
	let openDepth: number | undefined;
	for (const line of text.split(/\r?\n/)) {
		const marks = /^>*/.exec(line)?.[0] ?? "";
		const stuffed = line.slice(marks.length);
		const content = stuffed.startsWith(" ") ? stuffed.slice(1) : stuffed;
		const signature = content === "-- ";
		const flows = content.endsWith(" ") && !signature;
		// Cutting what is joined instead would copy it for each line.
		const kept = flows && deletesBlank ? content.slice(0, -1) : content;
		if (openDepth === marks.length && !signature) {
			joined.push((joined.pop() ?? "") + kept);
		} else {
			joined.push(marks ? `${marks} ${kept}` : kept);
		}
		openDepth = flows ? marks.length : undefined;
	}
	return joined.join("\n");
}
