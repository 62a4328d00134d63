/** Lets the browser save a file that was made or fetched here. */
export function saveFile(content: Blob, filename: string): void {
	const url = URL.createObjectURL(content);
	const link = document.createElement("a");
	link.href = url;
	link.download = filename;
	link.click();
	// The click has started the download when this task ends, so the address can be released.
	setTimeout(() => URL.revokeObjectURL(url));
}
