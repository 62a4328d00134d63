import { AsyncLocalStorage } from "node:async_hooks";
import { toneStyles, tonesOf } from "#lib/brand/tones.ts";
import { type Brand, type Firm, telAddress } from "#lib/firm.ts";
import { counted } from "#lib/text/text.ts";
import { serviceCatalogue, serviceSlugs } from "#site/services/services.ts";
import { firmDefaults, site } from "#site.config.ts";
import { brand as brandPage } from "./brand.content.ts";
import { type Content, provideContent } from "./content.tsx";
import { type FieldValue, isSame, placeholder, type ValuesOf, type Weekly } from "./fields.ts";
import { firm as firmPage } from "./firm.content.ts";
import { openingHoursOf } from "./opening-hours.ts";
import { fieldsOf, isPageName, type PageName, type Pages, pages } from "./pages.server.ts";
import type { LogoValue } from "./values/logo-value.ts";
import { type MadeCuts, withMadeCuts } from "./values/picture-cuts.server.ts";
import { isPicture } from "./values/picture-value.ts";

/** What differs from the originals, by page and field. Whatever is not known is left alone. */
export type Changes = Readonly<Record<string, Readonly<Record<string, FieldValue>>>>;

/** Every process has one, which is replaced as a whole: whoever holds it sees one state. */
let published = contentOf({}, new Map());
const held = new AsyncLocalStorage<Content>();
provideContent(() => held.getStore() ?? published);

/** Everything in `run` sees one state of the texts: of `shown`, or of what is published as it begins. */
export const holdContent = <T>(run: () => T, shown: Content = published): T => held.run(shown, run);

/** Swaps the texts, and only then tells those who keep pages that were made of the former ones. */
export function publishContent(changes: Changes, cuts: MadeCuts = new Map()): void {
	published = contentOf(changes, cuts);
	for (const listener of listeners) listener();
}

/** As `changes` would have it, with each text marked by its field: {@link showFields} makes attributes of the marks. */
export const contentToPreview = (changes: Changes, cuts: MadeCuts): Content => contentOf(changes, cuts, markText);

const markText = (page: PageName, name: string, text: string) => `\uE000${page}/${name}\uE001${text}`;
const mark = /\uE000[\w./-]+\uE001/g;
/** At the beginning of an element. */
const markedElement = /(<[a-z][^<>]*)(?<!\/)>\uE000([\w./-]+)\uE001/g;

/** `data-field` on each element that begins with a text of the site, and no marks anywhere else. */
export const showFields = (html: string): string =>
	html.replaceAll(markedElement, '$1 data-field="$2">').replaceAll(mark, "");

const listeners = new Set<() => void>();

export const onContentPublished = (listener: () => void) => listeners.add(listener);

function contentOf(changes: Changes, cuts: MadeCuts, markOf?: typeof markText): Content {
	const looks = valuesOf("brand", changes);
	const brand = brandOf(looks as ValuesOf<typeof brandPage.fields>, replacedBands(changes));
	const values = valuesOf("firm", changes) as ValuesOf<typeof firmPage.fields>;
	const hasOwnLooks = Object.entries(fieldsOf("brand")).some(
		([name, { original }]) => !isSame(looks[name] ?? null, original),
	);
	const isOriginal = !hasOwnLooks && values.short_name === firmPage.fields.short_name.original;
	const firm: Firm = { ...firmOf(values), brand, shareImage: isOriginal ? "/og.png" : "/share.png" };
	const named = namesOf(firm);
	const textsOf = (page: PageName) => {
		const values = valuesOf(page, changes);
		if (page === "firm" || page === "brand" || page === "offer") return values;
		const shown = (name: string, text: string) => {
			const filled = filledText(text, named);
			return markOf && filled ? markOf(page, name, filled) : filled;
		};
		return mapTexts(withPictures(page, values, cuts), shown);
	};
	// Object.fromEntries forgets which page has which fields; `valuesOf` gives each page its own.
	const texts = Object.fromEntries(
		Object.keys(pages)
			.filter(isPageName)
			.map((page) => [page, textsOf(page)]),
	) as Pages;
	const services = serviceSlugs
		.filter((slug) => texts.offer.services.includes(slug))
		.sort((a, b) => texts.offer.services.indexOf(a) - texts.offer.services.indexOf(b))
		.map((slug) => {
			const { title, caption, description } = texts[slug];
			return { ...serviceCatalogue[slug], title, caption, description };
		});
	return deepFreeze({ firm, services, pages: texts });
}

function valuesOf(page: PageName, changes: Changes): Record<string, FieldValue> {
	const changed = changes[page] ?? {};
	return Object.fromEntries(
		Object.entries(fieldsOf(page)).map(([name, { original }]) => [
			name,
			Object.hasOwn(changed, name) ? (changed[name] ?? null) : original,
		]),
	);
}

/** None while its looks are the original ones. */
function brandOf(values: ValuesOf<typeof brandPage.fields>, bands: readonly string[]): Brand | null {
	const { "color.dark": dark, "color.accent": accent, logo } = values;
	const { "color.dark": ink, "color.accent": mark } = brandPage.fields;
	if (dark === ink.original && accent === mark.original && !logo && bands.length === 0) return null;
	const tones = tonesOf(dark, accent);
	return { tones, styles: toneStyles(tones, { hasLogo: logo !== null, bands }), logo: logo && logoOf(logo) };
}

/** The bands whose picture is the firm's own: their color was that of the wall in the original one. */
function replacedBands(changes: Changes): string[] {
	return (["home", ...serviceSlugs] as const).filter((page) => {
		const value = valuesOf(page, changes)[page === "home" ? "hero.picture" : "picture"];
		return isPicture(value) && value.image !== null;
	});
}

/** Where the logos of versions and drafts are (features/site-pages). */
const logoPath = "/storage/v1/object/public/logos/";

const logoOf = ({ name, png, width, height }: LogoValue) => ({
	src: `${logoPath}${name}.png`,
	icon: `${logoPath}${name}-icon.png`,
	...{ png, width, height },
});

function firmOf(values: ValuesOf<typeof firmPage.fields>): Omit<Firm, "brand" | "shareImage"> {
	const { phone, email } = values;
	return {
		timeZone: site.timeZone,
		name: values.name,
		shortName: values.short_name,
		strapline: values.strapline,
		description: values.description,
		phone,
		phoneHref: telAddress(phone, values.phone_country),
		email,
		emailHref: `mailto:${email}`,
		social: [
			{ name: "Facebook", href: values["social.facebook"] },
			{ name: "Instagram", href: values["social.instagram"] },
			{ name: "LinkedIn", href: values["social.linkedin"] },
			{ name: "Twitter", href: values["social.twitter"] },
		],
		hours: hoursOf(values.hours),
		callMinutes: values.call_promise,
		replyHours: values.reply_promise,
	};
}

/** The file's own words while its hours are the ones. */
export function hoursOf(weekly: Weekly = firmPage.fields.hours.original): Firm["hours"] {
	return isSame(weekly, firmPage.fields.hours.original) ? firmDefaults.hours : openingHoursOf(weekly);
}

type Named = Readonly<Record<string, string | null>>;

function namesOf({ name, phone, email, callMinutes, replyHours }: Firm): Named {
	return {
		name,
		phone,
		email,
		call_promise: callMinutes === null ? null : counted(callMinutes, "minute"),
		reply_promise: replyHours === null ? null : counted(replyHours, "hour"),
	};
}

function withPictures(page: PageName, values: Record<string, FieldValue>, cuts: MadeCuts) {
	const entries = Object.entries(values).map(([name, value]) => {
		const slot = fieldsOf(page)[name]?.slot;
		return [name, slot && isPicture(value) ? withMadeCuts(slot, value, cuts) : value];
	});
	return Object.fromEntries(entries);
}

function mapTexts(values: Record<string, FieldValue>, shown: (name: string, text: string) => string) {
	const entries = Object.entries(values).map(([name, value]) => {
		if (typeof value === "string") return [name, shown(name, value)];
		if (!Array.isArray(value)) return [name, value];
		return [name, value.map((each) => (typeof each === "string" ? shown(name, each) : each))];
	});
	return Object.fromEntries(entries);
}

/** A sentence that names a promise which the firm doesn't make is left out. */
function filledText(text: string, named: Named): string {
	if (!text.includes("{")) return text;
	const isEmpty = (sentence: string) =>
		[...sentence.matchAll(placeholder)].some(([, name]) => name !== undefined && named[name] === null);
	return text
		.split(/(?<=[.?!]) /)
		.filter((sentence) => !isEmpty(sentence))
		.join(" ")
		.replaceAll(placeholder, (_, name: string) => named[name] ?? "");
}

function deepFreeze<T>(value: T): T {
	if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
	return value;
}
