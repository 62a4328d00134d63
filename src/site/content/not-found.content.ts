import { definePage, line, text } from "./fields.ts";

export const notFound = definePage("Page Not Found", "/404", {
	heading: line("Oops! Page not found", { max: 60 }),
	lead: text(
		"There's nothing at this address. You may find what you're looking for among our services or by searching.",
		{ max: 250 },
	),
	button: line("Return to Home", { max: 30 }),
	"services.heading": line("Our services", { max: 40 }),
});
