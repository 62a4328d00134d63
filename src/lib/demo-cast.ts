/** Who writes to the firm in the demo, and when. The same at every start, so that two people see the same. */
export type DemoPerson = { name: string; email: string; phone: string; company: string };

const cast: readonly [name: string, company: string][] = [
	["Dana Whitfield", "Harbor & Pine"],
	["Theo Marchetti", "Marchetti Bakes"],
	["Priya Raman", "Lantern Health"],
	["Lewis Adeyemi", "Adeyemi Freight"],
	["Hanne Solberg", "Solberg Kayaks"],
	["Marcus Oyelaran", "Ninth Street Dental"],
	["Joanna Kettering", "Kettering Glass"],
	["Rafael Quintero", "Quintero Roofing"],
	["Mei-Lin Tsai", "Paper Crane Press"],
	["Owen Blackwood", "Blackwood Cider"],
	["Amara Nwosu", "Brightwater Clinics"],
	["Patrick Devlin", "Devlin & Sons Movers"],
	["Sofia Brandt", "Nordlicht Lamps"],
	["Curtis Maybury", "Maybury Credit Union"],
	["Yuki Harada", "Harada Ceramics"],
	["Elena Vasquez", "Valley Food Bank"],
	["Tobias Renner", "Renner Brewing"],
	["Naomi Feldman", "Feldman Immigration Law"],
	["Gareth Pryce", "Pryce Outdoor"],
	["Chiamaka Eze", "Lagoon Textiles"],
	["Beatrice Lindqvist", "Hudson Chamber Players"],
	["Samir Haddad", "Cedar Table"],
	["Lorna Fitzgerald", "Fitzgerald Veterinary"],
	["Andre Beaumont", "Beaumont Chocolates"],
	["Kira Petrova", "Northline Robotics"],
	["Jerome Watkins", "Watkins Barber College"],
	["Ingrid Halloran", "Halloran Hardware"],
	["Vikram Sethi", "Sethi Eye Care"],
	["Maude Carrington", "Carrington House Museum"],
	["Felix Aguilar", "Aguilar Tile"],
	["Ruth Abernathy", "Abernathy Seeds"],
	["Nadia Karimi", "Karimi Rugs"],
	["Walter Osei", "Osei Plumbing"],
	["Celeste Morin", "Morin Bridal"],
	["Dmitri Volkov", "Second Orbit Software"],
	["Harriet Lowe", "Lowe & Partners Surveyors"],
	["Isaac Bernal", "Bernal Bikes"],
	["Tamsin Rowe", "Rowe Riding School"],
	["Gloria Santangelo", "Santangelo Funeral Home"],
	["Hugo Lindgren", "Lindgren Boats"],
	["Zainab Yusuf", "Open Door Tutoring"],
	["Colin McAllister", "McAllister Stone"],
	["Bridget O'Shea", "O'Shea Dairy"],
	["Anton Weiss", "Weiss Piano Workshop"],
	["Lucia Ferraro", "Ferraro Eyewear"],
	["Desmond Clarke", "Clarke Community Theatre"],
	["Astrid Nilsen", "Fjord Sauna Club"],
	["Paulo Teixeira", "Teixeira Imports"],
	["Miriam Goldstein", "Goldstein Bookbinding"],
	["Everett Shaw", "Shaw Orchard"],
];

/** Addresses under .example and numbers of 555-0100: none of them reaches anybody. */
const people: DemoPerson[] = cast.map(([name, company], index) => ({
	name,
	company,
	email: `${letters(name.split(" ")[0] ?? name)}@${letters(company)}.example`,
	phone: `(555) 010-0${100 + index * 3}`,
}));

function letters(text: string): string {
	return text.toLowerCase().replaceAll(/[^a-z]/g, "");
}

/** The person at this place of the cast, which begins anew at its end. */
export function demoPerson(place: number): DemoPerson {
	const person = people[place % people.length];
	if (!person) throw new RangeError("places are counted from 0");
	return person;
}

const hourMs = 3_600_000;

/** How long ago each of `count` things happened, in milliseconds, newest first: denser of late, over `days` days. */
export function demoAges(count: number, days: number, seed: number): number[] {
	const dice = rollDice(seed);
	return Array.from({ length: count }, (_, index) => {
		const part = (index + 0.15 + 0.7 * dice()) / count;
		return Math.round(part ** 1.2 * days * 24 * hourMs) + hourMs / 3;
	});
}

/** Numbers from 0 to 1 that look random and follow from the seed (mulberry32). */
function rollDice(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}
