import { blog } from "./blog.content.ts";
import { bookCall } from "./book-call.content.ts";
import { brand } from "./brand.content.ts";
import { careers } from "./careers.content.ts";
import { contact } from "./contact.content.ts";
import type { Fields, PageDefinition, ValuesOf } from "./fields.ts";
import { firm } from "./firm.content.ts";
import { frame } from "./frame.content.ts";
import { home } from "./home.content.ts";
import { notFound } from "./not-found.content.ts";
import { offer } from "./offer.content.ts";
import { privacy } from "./privacy.content.ts";
import { servicePages } from "./services.content.ts";

/** Everything that a firm may change without a developer, in the order of the screen. */
export const pages = {
	firm,
	brand,
	offer,
	frame,
	home,
	...servicePages,
	contact,
	"book-call": bookCall,
	careers,
	blog,
	privacy,
	"not-found": notFound,
} satisfies Record<string, PageDefinition>;

export type PageName = keyof typeof pages;
export type Pages = { readonly [Page in PageName]: ValuesOf<(typeof pages)[Page]["fields"]> };

export const isPageName = (name: string): name is PageName => Object.hasOwn(pages, name);

export const fieldsOf = (page: PageName): Fields => pages[page].fields;
