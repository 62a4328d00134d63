/** The firm. A firm that takes the site over edits this file, and nothing else, to make it its own. */
export const site = {
	name: "Pilcrow Communications",
	shortName: "Pilcrow",
	strapline: "New paragraph.",
	description:
		"A full-service communications and public relations firm for businesses that have something to say, and for people who are tired of saying it twice.",
	/** As it is shown. One that is written with its country, as in '+49 30 …', is dialed as it is. */
	phone: "(555) 010-0142",
	/** Calling code of the country of a phone that is written without it. */
	phoneCountry: "1",
	email: "hello@pilcrow.example",
	/** A link without an address shows its icon only. */
	social: [
		{ name: "Facebook", href: "https://www.facebook.com/pilcrow.example" },
		{ name: "Instagram", href: "https://www.instagram.com/pilcrow.example" },
		{ name: "LinkedIn", href: "" },
		{ name: "Twitter", href: "" },
	],
	/** IANA name: decides opening hours, due dates and default dates. */
	timeZone: "America/New_York",
	/** ISO 4217: decides how amounts read and to how many decimals they are reckoned. */
	currency: "USD",
	locale: "en-US",
	invoices: {
		/** Days from today that a new invoice proposes as its due date. */
		dueInDays: 30,
		terms: "Payment is due within 30 days of invoice date.",
		/** Days that a public link works after it was made or last mailed. */
		linkDays: 365,
		/** Paper of the PDF: "us-letter" or "a4". */
		paper: "us-letter" as "us-letter" | "a4",
		/**
		 * Days after the due date (before it: negative) on which an unpaid invoice reminds its client by mail, for example
		 * [-3, 7, 14]. None: no reminders.
		 */
		reminderDays: [] as readonly number[],
	},
	/** Opening hours in the firm's time zone, 24-hour clock; `open: null` is a closed day. Sunday is 0. */
	hours: [
		{ days: "Mon–Fri", weekdays: [1, 2, 3, 4, 5], label: "8 AM–5 PM", open: 8, close: 17 },
		{ days: "Sat", weekdays: [6], label: "10 AM–3 PM", open: 10, close: 15 },
		{ days: "Sunday", weekdays: [0], label: "closed", open: null, close: null },
	],
} as const;

/** `tel:` address of a phone number, which it dials from everywhere. */
export function telAddress(phone: string, country: string): string {
	const digits = phone.replace(/\D/g, "");
	return `tel:+${phone.trim().startsWith("+") ? digits : country + digits}`;
}

/** `tel:` address of the displayed phone number. */
export const phoneHref = telAddress(site.phone, site.phoneCountry);
export const emailHref = `mailto:${site.email}`;
