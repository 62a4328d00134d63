export type RecentPerson = { name: string; email: string };

const most = 5;

let people: readonly RecentPerson[] = [];

/** The people whose records were opened last, newest first; until the page is left or the account signs out. */
export const recentPeople = {
	get: () => people,
	note(person: RecentPerson): void {
		const email = person.email.toLowerCase();
		people = [person, ...people.filter((known) => known.email.toLowerCase() !== email)].slice(0, most);
	},
	clear(): void {
		people = [];
	},
};

export const personPath = (email: string) => `/admin/people?email=${encodeURIComponent(email)}`;
