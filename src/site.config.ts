import type { Proof } from "./site/home/proof.tsx";

export type Billing = {
	legalName: string;
	address: readonly string[];
	taxId: string;
	bank: readonly { label: string; value: string }[];
	check: { payableTo: string; address: readonly string[] };
};

/** What only the person who runs the server may change: above all, who bills and how clients pay. */
export const site = {
	/**
	 * What the home page shows of clients, work, and people. A part without entries is not shown. Enter only what is true, and
	 * what the people named have agreed to. Pictures are files in `public/`, such as "/people/kay.jpg".
	 */
	proof: { quotes: [], cases: [], people: [] } as Proof,
	/** IANA name. It decides opening hours, due dates, and default dates. */
	timeZone: "America/New_York",
	/** ISO 4217. It decides how amounts are written, and to how many decimals they are calculated. */
	currency: "USD",
	locale: "en-US",
	invoices: {
		/** A new invoice proposes a due date this many days from today. */
		dueInDays: 30,
		terms: "Payment is due within 30 days of invoice date.",
		/** A public link works for this many days after it was made or last emailed. */
		linkDays: 365,
		/** The paper size of the PDF: "us-letter" or "a4". */
		paper: "us-letter" as "us-letter" | "a4",
		/**
		 * The client of an unpaid invoice gets a reminder email this many days after the due date (negative: before
		 * it), for example [-3, 7, 14]. Empty: no reminders.
		 */
		reminderDays: [] as readonly number[],
	},
	/**
	 * Who bills, and how clients pay. Invoices, their public pages, and their emails show it. What is empty is left out;
	 * without a bank and a check address, clients can't see how to pay.
	 */
	billing: {
		/** The legal name, if it differs from `name`, such as "Pilcrow Communications LLC". */
		legalName: "",
		/** The postal address, one line each. */
		address: [],
		/** As it should be printed, such as "EIN 12-3456789". */
		taxId: "",
		/** For transfers, such as { label: "Routing number", value: "021000021" }, in the order in which they are shown. */
		bank: [],
		/** To whom checks are made out, and where they are emailed: one line each. */
		check: { payableTo: "", address: [] },
	} as Billing,
} as const;

/** Who the firm is until admins say otherwise at /admin/site. */
export const firmDefaults = {
	name: "Pilcrow Communications",
	shortName: "Pilcrow",
	strapline: "A pilcrow marks the start of a new paragraph.",
	description:
		"A full-service communications and public relations firm for businesses that have something to say, and for people who are tired of saying it twice.",
	/** As it is displayed. A number with its country code, such as '+49 30 …', is dialed as it is. */
	phone: "(555) 010-0142",
	/** The country's calling code, for a phone number that is written without it. */
	phoneCountry: "1",
	email: "hello@pilcrow.example",
	/** If a link has no address, only its icon is shown. */
	social: [
		{ name: "Facebook", href: "https://www.facebook.com/pilcrow.example" },
		{ name: "Instagram", href: "https://www.instagram.com/pilcrow.example" },
		{ name: "LinkedIn", href: "" },
		{ name: "Twitter", href: "" },
	],
	/** Opening hours in the firm's time zone, on the 24-hour clock. `open: null` means closed. Sunday is 0. */
	hours: [
		{ days: "Mon–Fri", weekdays: [1, 2, 3, 4, 5], label: "8 AM–5 PM", open: 8, close: 17 },
		{ days: "Sat", weekdays: [6], label: "10 AM–3 PM", open: 10, close: 15 },
		{ days: "Sunday", weekdays: [0], label: "closed", open: null, close: null },
	],
	/** Within how many minutes of opening hours a visitor is called back, and within how many hours a message is answered. */
	callMinutes: 5,
	replyHours: 24,
} as const;
