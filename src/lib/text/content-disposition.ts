/**
 * Returns a `Content-Disposition` header that names the file in any script (RFC 6266, RFC 8187). For old clients it
 * adds the name without any characters that could end the quotes, act as a folder separator, or are not ASCII.
 */
export function contentDisposition(type: "attachment" | "inline", fileName: string): string {
	const ascii = fileName.replace(/[^\x20-\x7e]|["\\/%]/g, "_");
	const encoded = encodeURIComponent(fileName.toWellFormed().replace(/[\p{Cc}\\/]/gu, "_")).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
