/** Escapes text for XML, and removes the control characters that XML 1.0 can't contain. */
export const xmlText = (text: string) =>
	text
		// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is removed
		.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
		.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
