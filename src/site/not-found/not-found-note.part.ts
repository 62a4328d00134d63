/** The page is one for all addresses without another. */
export function noteNotFound(): void {
	// biome-ignore lint/suspicious/noConsole: noted for the author of the link (specification 8)
	console.error(`404: nothing at ${location.pathname}`);
}
