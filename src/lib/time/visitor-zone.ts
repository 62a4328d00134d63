/** The runtime's own name of a zone; undefined for what it can't show times in, such as the 'Etc/Unknown' that a browser reports. */
export function usableZone(name: string): string | undefined {
	try {
		return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
	} catch {
		return undefined;
	}
}

/** The former names that browsers still report, with all other former names read as these or as today's (`usableZone`). */
const places: Record<string, string> = {
	Asmera: "Asmara",
	Calcutta: "Kolkata",
	Coral_Harbour: "Atikokan",
	Enderbury: "Kanton",
	Faeroe: "Faroe",
	Godthab: "Nuuk",
	Katmandu: "Kathmandu",
	Kiev: "Kyiv",
	Ponape: "Pohnpei",
	Rangoon: "Yangon",
	Saigon: "Ho Chi Minh",
	Truk: "Chuuk",
};

/**
 * 'Kyiv' for 'Europe/Kiev'. Undefined for a zone that is not named after a place: 'Etc/GMT+5' is five hours behind
 * Greenwich, so its name must not be shown.
 */
export function placeOfZone(zone: string): string | undefined {
	// Africa, America, the Antarctic, and so on; Europe, the Indian Ocean, and the Pacific.
	const place = /^(?:A|Eu|In|Pa)/.test(zone) && zone.includes("/") && zone.split("/").at(-1);
	return place ? (places[place] ?? place.replaceAll("_", " ")) : undefined;
}
