import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PurgeCSS } from "purgecss";
import { hydratedEvent } from "#lib/hydrated.ts";

/** The root's stylesheet link, exactly as React writes it. */
const stylesheetLink = /<link rel="stylesheet" href="([^"]+)" (data-precedence="[^"]*")\/>/;

/**
 * Tags exactly as React Router writes them, recognized by their nonce: the modules to preload, and the script with
 * static imports of the manifest and the routes' modules and, after them, the entry.
 */
const ownTags = (nonce: string) => ({
	modulePreload: new RegExp(`<link rel="modulepreload" href="([^"]+)" nonce="${nonce}"/>`, "g"),
	moduleScript: new RegExp(`<script nonce="${nonce}" type="module" async="">([\\s\\S]*?)</script>`),
});

/**
 * Lets a rendered page paint after its first response. The CSS rules that its markup needs are inlined, and its
 * scripts are fetched only after the first paint, so they don't compete with it. The whole stylesheet is loaded with
 * the scripts, or at once on a page without scripts.
 * @param clientFolder the client part of the build, with the stylesheet
 */
export function createFirstPaint(clientFolder: string): (html: string, nonce: string) => Promise<string> {
	const pruned = new Map<string, Promise<string>>();

	/** Pages of the same kind use the same classes, so this work is done once for each kind. */
	function rulesFor(html: string, href: string): Promise<string> {
		const vocabulary = vocabularyOf(html);
		const key = JSON.stringify([href, vocabulary]);
		let rules = pruned.get(key);
		if (!rules) {
			rules = pruneStylesheet(join(clientFolder, href), vocabulary);
			rules.catch(() => pruned.delete(key));
			if (pruned.size >= maxVocabularies) pruned.clear();
			pruned.set(key, rules);
		}
		return rules;
	}

	return async (html, nonce) => {
		const { modulePreload, moduleScript } = ownTags(nonce);
		const [link, href, precedence] = stylesheetLink.exec(html) ?? [];
		if (!link || !href) throw new Error("the page has no stylesheet");
		// React inserts the stylesheet after styles of the same precedence. If it came before these rules, they would
		// override its variants.
		const style = `<style ${precedence}>${await rulesFor(html, href)}</style><noscript><link rel="stylesheet" href="${href}"/></noscript>`;
		const preloads = [...html.matchAll(modulePreload)].map(([, module = ""]) => module);
		const [scriptTag, script] = moduleScript.exec(html) ?? [];
		if (!scriptTag || !script) throw new Error("the page has no module script");
		return html
			.replaceAll(modulePreload, "")
			.replace(link, () => style)
			.replace(
				scriptTag,
				() => `<script nonce="${nonce}" type="module" async="">${deferred(script, preloads, href)}</script>`,
			);
	};
}

const maxVocabularies = 200;

type Vocabulary = { classes: string[]; tags: string[] };

/** Classes for interaction and for print. The whole stylesheet is loaded before either can matter. */
const later = /(^|:)(hover|active|focus(-\w+)?|print|group-(hover|focus|active)[^:]*|peer-(hover|focus|active)[^:]*):/;

function vocabularyOf(html: string): Vocabulary {
	const classes = new Set<string>();
	for (const [, value = ""] of html.matchAll(/\sclass="([^"]*)"/g)) {
		for (const name of decodeAttribute(value).split(/\s+/)) if (name && !later.test(name)) classes.add(name);
	}
	const tags = new Set<string>();
	for (const [, name = ""] of html.matchAll(/<([a-z][a-z0-9]*)/g)) tags.add(name);
	return { classes: [...classes].sort(), tags: [...tags].sort() };
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
const decodeAttribute = (value: string) =>
	value.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? "");

/** Attribute selectors are always kept: they describe states that can change. */
async function pruneStylesheet(file: string, { classes, tags }: Vocabulary): Promise<string> {
	const css = await readFile(file, "utf8");
	const [result] = await new PurgeCSS().purge({
		content: [{ raw: "", extension: "page" }],
		css: [{ raw: css }],
		variables: true,
		extractors: [
			{
				extensions: ["page"],
				extractor: () => ({ classes, tags, ids: [], undetermined: [], attributes: { names: [], values: [] } }),
			},
		],
		dynamicAttributes: [...css.matchAll(/\[([a-z-]+)/g)].map(([, name = ""]) => name),
	});
	if (!result) throw new Error(`${file} could not be pruned`);
	return result.css;
}

const staticImport = /^import (?:\* as (\w+) from )?"([^"]+)";$/gm;

/**
 * The same script, run after the first paint and in steps, so that the page can respond to its visitor in between.
 */
function deferred(script: string, modules: string[], stylesheet: string): string {
	const imports = script.replaceAll(staticImport, (_all, name: string | undefined, module: string) =>
		name ? `const ${name} = await import("${module}"); await pause();` : `await import("${module}");`,
	);
	return `${keepEarlyActions}
const pause = () => new Promise((resolve) => setTimeout(resolve));
await ${firstPicture};
const preload = (link) => document.head.append(Object.assign(document.createElement("link"), link));
for (const href of ${JSON.stringify(modules)}) preload({ rel: "modulepreload", href });
preload({ rel: "preload", as: "style", href: ${JSON.stringify(stylesheet)} });
${imports}`;
}

/**
 * Whatever a visitor does before React has hydrated is recorded and replayed afterward: a click on a button, a
 * submitted form, a chosen file, and the pointer's last move. Links work without scripts. If React hasn't hydrated
 * after 5 s, the page does what it would do without scripts.
 */
const keepEarlyActions = `const kept = [];
let over;
const keepOver = (event) => { over = event; };
const keep = (event) => {
	const target = event.type === "click" ? event.target.closest("button") : event.target;
	if (!target) return;
	if (event.type !== "change") {
		event.preventDefault();
		event.stopImmediatePropagation();
	}
	kept.push({ type: event.type, target, submitter: event.submitter });
	setTimeout(redo, 5000);
};
const redo = () => {
	for (const type of ["click", "submit", "change"]) removeEventListener(type, keep, true);
	removeEventListener("pointerover", keepOver, true);
	over?.target.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: over.pointerType }));
	over = undefined;
	for (const { type, target, submitter } of kept.splice(0)) {
		if (type === "click") target.click();
		else if (type === "submit") target.requestSubmit(submitter);
		else target.dispatchEvent(new Event("change", { bubbles: true }));
	}
};
for (const type of ["click", "submit", "change"]) addEventListener(type, keep, true);
addEventListener("pointerover", keepOver, true);
addEventListener("${hydratedEvent}", redo, { once: true });`;

/** Resolves at the first of these events: the first paint including its largest image, a touch, or the time limit. */
const firstPicture = `Promise.race([
	new Promise((resolve) => {
		const largest = document.querySelector("img[fetchpriority=high]");
		const painted = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
		const arrived = () => (largest ? largest.decode().then(painted, painted) : resolve());
		if (document.visibilityState === "hidden") resolve();
		else new PerformanceObserver(arrived).observe({ type: "paint", buffered: true });
	}),
	...["pointerdown", "keydown"].map((type) => new Promise((resolve) => addEventListener(type, resolve, { once: true }))),
	new Promise((resolve) => setTimeout(resolve, 3000)),
])`;
