// Trusted Types (decision 025): the page's policy lets no string become markup but through here. What reaches this
// point has been cleaned by the server already; this is what stands in the way of the day on which it has not.

type Policy = { createHTML(html: string): string };
type TrustedTypes = { createPolicy(name: string, rules: { createHTML(html: string): string }): Policy };

/** How React creates a script that must not run. */
const inertScript = "<script></script>";

/** `noscript`: the page reads as text what a template reads as markup, so what is an attribute here may be a tag there. */
const running = "script, object, embed, base, iframe[srcdoc], link, meta, animate, set, noscript";

/** Removes everything executable from each string written into the page, in browsers that support Trusted Types. */
export function guardMarkup(): void {
	const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
	if (!trustedTypes) return;
	const parsing = trustedTypes.createPolicy("parsing", { createHTML: (html) => html });
	trustedTypes.createPolicy("default", {
		createHTML: (html) => (html === inertScript ? html : withoutCode(html, parsing)),
	});
}

/** The same string if nothing in it runs. */
function withoutCode(html: string, parsing: Policy): string {
	// A template's content belongs to a document in which nothing is loaded and nothing runs.
	const template = document.createElement("template");
	template.innerHTML = parsing.createHTML(html);
	let harmless = true;
	for (const element of template.content.querySelectorAll("*")) {
		if (element.matches(running)) {
			element.remove();
			harmless = false;
		}
		for (const { name, value } of [...element.attributes]) {
			if (!/^on/i.test(name) && !isCode(value)) continue;
			element.removeAttribute(name);
			harmless = false;
		}
	}
	return harmless ? html : template.innerHTML;
}

/** Browsers skip control characters and blanks in front of and inside a scheme. */
const isCode = (value: string) => /^(?:javascript|vbscript|data:text\/html)/i.test(value.replace(/[\0-\x20]/g, ""));
