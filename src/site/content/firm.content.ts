import { firmDefaults } from "#site.config.ts";
import { callingCode, definePage, email, hours, line, link, number, phone, text } from "./fields.ts";

const [facebook, instagram, linkedIn, twitter] = firmDefaults.social;

/** Who the firm is, on every page, in emails, and on invoices. */
export const firm = definePage("The Firm", "/contact", {
	name: line(firmDefaults.name, { max: 60 }),
	short_name: line(firmDefaults.shortName, { max: 24 }),
	strapline: line(firmDefaults.strapline, { max: 90 }),
	description: text(firmDefaults.description, { max: 300 }),
	phone: phone(firmDefaults.phone),
	phone_country: callingCode(firmDefaults.phoneCountry, "Country code of the phone"),
	email: email(firmDefaults.email),
	"social.facebook": link(facebook.href, "facebook.com", "Facebook"),
	"social.instagram": link(instagram.href, "instagram.com", "Instagram"),
	"social.linkedin": link(linkedIn.href, "linkedin.com", "LinkedIn"),
	"social.twitter": link(twitter.href, "x.com", "Twitter"),
	hours: hours(firmDefaults.hours),
	call_promise: number(firmDefaults.callMinutes, { max: 1440, label: "Minutes Until a Call Back, When You Are Open" }),
	reply_promise: number(firmDefaults.replyHours, { max: 336, label: "Hours Until a Reply to a Message" }),
});
