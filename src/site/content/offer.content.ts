import { serviceSlugs } from "#site/services/services.ts";
import { choice, definePage } from "./fields.ts";

/** What of the services the firm offers. */
export const offer = definePage("Services Shown", "/", {
	services: choice(serviceSlugs, "Services, in the Order of the Menus"),
});
