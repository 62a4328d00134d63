/** Lets the browser save the archive; an address may hold what no file name can. */
export function savePersonFile(content: Blob, email: string): void {
	const url = URL.createObjectURL(content);
	const link = document.createElement("a");
	link.href = url;
	link.download = `${email.replaceAll(/[^A-Za-z0-9@._-]/g, "_")}.tar`;
	link.click();
	// The click has taken hold of the content when this task ends.
	setTimeout(() => URL.revokeObjectURL(url));
}
