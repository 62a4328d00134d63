import { demoAges, demoPerson } from "#lib/demo-cast.ts";
import type { RequestStatus } from "#lib/status.ts";
import type { Deps } from "#platform/deps.server.ts";
import { contactsTable } from "./contacts.table.ts";

type DemoContact = { subject: string | null; message: string; status: RequestStatus; notes?: string };

/** Newest first. */
const contacts: readonly DemoContact[] = [
	{
		subject: "Opening night",
		status: "new",
		message: "Could you photograph our opening night? It is a Thursday, and there will be soup.",
	},
	{
		subject: "Quote for a brochure",
		status: "new",
		message: "Eight pages, 2,000 copies, recycled paper. What do you need from us to name a price?",
	},
	{
		subject: null,
		status: "new",
		message: "Your page on calls at night answered a question I did not know I had. Please ring me.",
	},
	{
		subject: "Wrong number on a poster",
		status: "in_progress",
		message: "We printed 400 posters with the wrong phone number. Can a contact center help with that?",
		notes: "The wrong number is free. Asked the phone company to forward it.",
	},
	{
		subject: "Interview request",
		status: "in_progress",
		message: "I write for a trade paper and would like fifteen minutes on why small firms hide their prices.",
	},
	{
		subject: "Invoice question",
		status: "resolved",
		message: "Is the travel in the last invoice for one day or for two?",
		notes: "Two. Sent the route.",
	},
	{
		subject: "Speaker for a breakfast",
		status: "new",
		message: "Sixty owners of small shops, eight in the morning, twenty minutes about first lines.",
	},
	{
		subject: "Newsletter",
		status: "resolved",
		message: "I would like to hear from you, but not every week. Is there a slower list?",
	},
	{
		subject: "A compliment",
		status: "closed",
		message: "The woman who answered on Sunday was kinder than my own family. Tell her that.",
		notes: "Told her.",
	},
	{
		subject: "Translation",
		status: "in_progress",
		message: "Can your writers work in Spanish too? Half of our guests would read it first.",
	},
	{ subject: null, status: "closed", message: "Do you lend out lights? If not, who does?" },
	{
		subject: "School visit",
		status: "resolved",
		message: "Ten pupils, curious and loud, want to see how a photo studio works.",
	},
	{
		subject: "Crisis over the weekend",
		status: "closed",
		message: "A pipe broke, the street knows, the paper asks. What do we say before Monday?",
		notes: "Called back within nine minutes. Statement out at noon.",
	},
	{
		subject: "Old pictures",
		status: "resolved",
		message: "You photographed our mill in spring. May we use the pictures in a book?",
	},
	{
		subject: "Website texts",
		status: "closed",
		message: "Our developer asks for 'content'. We have none. How much is one page of yours?",
	},
	{ subject: "Parking", status: "closed", message: "Where does one leave a horse trailer near your studio?" },
	{
		subject: "Partnership",
		status: "closed",
		message: "We print, you write. Shall we have coffee?",
		notes: "Coffee had. They print well.",
	},
	{
		subject: "Data request",
		status: "resolved",
		message: "Which of my details do you keep from the call in spring? Please send or delete them.",
	},
	{ subject: "Press list", status: "closed", message: "Do you sell your list of journalists?", notes: "We do not." },
	{ subject: "Thank you", status: "closed", message: "The bakery was full. We ran out of rye at ten." },
];

const hourMs = 3_600_000;

/** A month of inquiries. For an empty database. */
export async function insertDemoContacts({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	const now = clock().getTime();
	const ages = demoAges(contacts.length, 30, 2);
	await db.insert(contactsTable).values(
		contacts.map(({ status, notes, ...text }, index) => {
			const { name, email, phone } = demoPerson(index + 26);
			const created = new Date(now - (ages[index] ?? 0));
			return {
				...text,
				name,
				email,
				phone: index % 3 === 1 ? null : phone,
				status,
				notes: notes ?? null,
				// Most were answered within the promised day.
				first_answered_at: status === "new" ? null : new Date(created.getTime() + (2 + ((index * 7) % 29)) * hourMs),
				created_at: created,
				updated_at: status === "new" ? created : new Date((created.getTime() + now) / 2),
			};
		}),
	);
}
