import { definePage, line } from "./fields.ts";

const word = (original: string) => line(original, { max: 24 });

/** What surrounds every page: the menus and the footer. */
export const frame = definePage("Menus and Footer", "/", {
	"menu.home": word("Home"),
	"menu.services": word("Services"),
	"menu.blog": word("Blog"),
	"menu.careers": word("Careers"),
	"menu.contact": word("Contact"),
	"menu.book_call": word("Book a Call"),
	"menu.call": line("Call", { max: 24, label: "Call, on Phones" }),
	"footer.services": word("Services"),
	"footer.links": word("Quick links"),
	"footer.hours": word("Hours"),
	"footer.button": line("Get Started Today", { max: 30 }),
	"footer.privacy": word("Privacy"),
});
