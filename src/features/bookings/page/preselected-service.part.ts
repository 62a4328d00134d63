/** `?service=photography`: chosen in the browser, because the server's page is one for all visitors. */
export function preselectService(select: HTMLElement): void {
	const service = new URLSearchParams(location.search).get("service");
	if (!(select instanceof HTMLSelectElement) || select.value || !service) return;
	if ([...select.options].some(({ value }) => value === service)) select.value = service;
}
