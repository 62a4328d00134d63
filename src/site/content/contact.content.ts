import { definePage, line, text } from "./fields.ts";

export const contact = definePage("Contact", "/contact", {
	heading: line("Get in Touch", { max: 60 }),
	lead: text("A question, a deadline, half an idea: Write it down as it is. Finding the right words is our part.", {
		max: 250,
	}),
	"form.heading": line("Send us a Message", { max: 60 }),
	"hours.label": line("Business hours", { max: 30 }),
	"phone.label": line("Phone", { max: 30 }),
	"email.label": line("Email", { max: 30 }),
	"email.note": line("We respond within {reply_promise}", { max: 80 }),
	"location.label": line("Location", { max: 30 }),
	"location.text": line("Virtual and in-person consultations available", { max: 120 }),
	"search.title": line("Contact", { max: 60 }),
	"search.description": text("Write to {name} or call {phone}. We respond within {reply_promise}.", { max: 200 }),
});
