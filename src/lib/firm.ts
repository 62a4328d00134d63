import type { Tones } from "./brand/tones.ts";
import type { BusinessHours } from "./time/business-hours.ts";

/** The firm as visitors, clients, and staff see it: the defaults of `site.config.ts` and what was published over them. */
export type Firm = Readonly<
	Omit<BusinessHours, "hours"> & {
		name: string;
		shortName: string;
		strapline: string;
		description: string;
		/** As it is displayed. */
		phone: string;
		phoneHref: string;
		email: string;
		emailHref: string;
		/** A network without an address shows only its icon. */
		social: readonly { name: SocialNetwork; href: string }[];
		hours: readonly OpeningHours[];
		/** Within how many minutes of opening hours a visitor is called back; null promises nothing. */
		callMinutes: number | null;
		/** Within how many hours a message is answered; null promises nothing. */
		replyHours: number | null;
		/** What networks show with a shared page that has no picture of its own. */
		shareImage: "/og.png" | "/share.png";
		/** Its own looks; null for the original ones. */
		brand: Brand | null;
	}
>;

export type Brand = {
	tones: Tones;
	/** The rules of the tones, for the head of every document, and of the back office. */
	styles: { everywhere: string; desk: string };
	logo: Logo | null;
};

/** `icon` is the address of a square one, `png` the file in base64: empty in the browser. */
type Logo = { src: string; icon: string; png: string; width: number; height: number };

/** What islands of public pages get of it. */
export type Reach = Pick<Firm, "phone" | "phoneHref" | "email" | "emailHref">;

export function reach(): Reach {
	const { phone, phoneHref, email, emailHref } = firm();
	return { phone, phoneHref, email, emailHref };
}

export type SocialNetwork = "Facebook" | "Instagram" | "LinkedIn" | "Twitter";

/** A line of the opening hours. Sunday is 0; `open: null` is closed; hours of the 24-hour clock, 8.5 for half past eight. */
export type OpeningHours = {
	days: string;
	weekdays: readonly number[];
	label: string;
	open: number | null;
	close: number | null;
};

let source: (() => Firm) | undefined;

/** From the server's snapshot (site/content/content.server.ts), or in the browser from the application's document. */
export function provideFirm(next: () => Firm): void {
	source = next;
}

/**
 * The firm as it is at this moment, or as it was when this request began. Islands of public pages get what they need of it as
 * props instead.
 */
export function firm(): Firm {
	if (!source) throw new Error("nothing has said yet who the firm is");
	return source();
}

/** The `tel:` address of a phone number, which works from any country. @param country the calling code of one without it */
export function telAddress(phone: string, country: string): string {
	const digits = phone.replace(/\D/g, "");
	return `tel:+${phone.trim().startsWith("+") ? digits : country + digits}`;
}
