/** Lets the browser save what was made or fetched here. */
export function saveFile(content: Blob, filename: string): void {
	const url = URL.createObjectURL(content);
	const link = document.createElement("a");
	link.href = url;
	link.download = filename;
	link.click();
	// The click has taken hold of the content when this task ends.
	setTimeout(() => URL.revokeObjectURL(url));
}
