/** Escapes text for XML, and leaves out the control characters that XML 1.0 cannot hold. */
export const xmlText = (text: string) =>
	text
		// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is removed
		.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
		.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
