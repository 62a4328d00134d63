import { serviceSlugs } from "#site/services/services.ts";
import { choice, definePage } from "./fields.ts";

/** What of the services the firm offers. */
export const offer = definePage("Services shown", "/", {
	services: choice(serviceSlugs, "Services, in the order of the menus"),
});
