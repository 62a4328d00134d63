import type { ComponentType } from "react";
import type { FindAgain } from "#ui/islands/filled-in.ts";
import { keptToastKey } from "#ui/islands/kept-toast-key.ts";
import { startLoadingJob } from "./features/applications/apply/loading-job.part.ts";
import { preselectService } from "./features/bookings/page/preselected-service.part.ts";
import { startNotedView } from "./features/invoices/public/noted-view.part.ts";
import { startTagLines } from "./site/home/tag-lines.part.ts";
import { startMenus } from "./site/menus.ts";
import { noteNotFound } from "./site/not-found/not-found-note.part.ts";

// The only script that a public page starts with (decision 044).

type IslandModule = Record<string, ComponentType<object>>;

/** By the name of their file: `call-form` for `./features/bookings/page/call-form.island.tsx`. */
const islands = new Map(
	Object.entries(import.meta.glob<IslandModule>("./**/*.island.tsx")).map(([path, load]) => [
		path.replace(/^.*\/|\.island\.tsx$/g, ""),
		load,
	]),
);

/** By their `data-part`. All of them together are hardly larger than the headers of another request. */
const parts = new Map([
	["loading-job", startLoadingJob],
	["not-found-note", noteNotFound],
	["noted-view", startNotedView],
	["preselected-service", preselectService],
	["tag-lines", startTagLines],
]);

/** The longest wait for an island. After it the page does what it does without scripts. */
const patienceMs = 5_000;

const awake = new WeakSet<Element>();
const waking = new WeakMap<Element, Promise<FindAgain>>();

const islandOf = (target: EventTarget | null) =>
	target instanceof Element ? target.closest<HTMLElement>("[data-island]") : null;

/** An island whose code could not be fetched tries again at the next touch. */
function wake(island: HTMLElement): Promise<FindAgain> {
	let coming = waking.get(island);
	if (!coming) {
		coming = hydrate(island);
		waking.set(island, coming);
		coming.then(
			() => awake.add(island),
			() => waking.delete(island),
		);
	}
	return coming;
}

const importHydration = () => import("./ui/islands/hydrate.tsx");

async function hydrate(island: HTMLElement): Promise<FindAgain> {
	const { island: name = "" } = island.dataset;
	const [module, { hydrate: hydrateIsland }] = await Promise.all([islands.get(name)?.(), importHydration()]);
	const [component] = Object.values(module ?? {});
	if (!component) throw new Error(`no island ${name}`);
	return hydrateIsland(island, component);
}

/** What only a reader far down a page, or one at the keyboard, needs. */
const importReach = () => import("./site/reach.ts").catch(() => undefined);

/** Islands that wake when they are about to be used. */
for (const type of ["scroll", "focusin", "pointerover", "pointerdown", "dragenter", "change"]) {
	addEventListener(
		type,
		({ target }) => {
			void importReach();
			wakeAround(target);
		},
		{ capture: true, passive: true },
	);
}

function wakeAround(target: EventTarget | null): void {
	const island = islandOf(target);
	// The next touch tries again.
	if (island) wake(island).catch(() => undefined);
}

/** A click or a submission before its island is awake is kept, and repeated when it is. */
function keep(event: Event): void {
	const island = islandOf(event.target);
	if (!island || awake.has(island) || !(event.target instanceof Element)) return;
	const again = repetitionOf(event, event.target);
	if (!again) return;
	event.preventDefault();
	event.stopImmediatePropagation();
	const tired = new Promise<never>((_, reject) => setTimeout(reject, patienceMs));
	Promise.race([wake(island), tired]).then(again.awake, again.asleep);
}

for (const type of ["click", "submit"]) addEventListener(type, keep, true);

function repetitionOf(event: Event, target: Element): { awake(find: FindAgain): void; asleep(): void } | undefined {
	if (event instanceof SubmitEvent && target instanceof HTMLFormElement) {
		return { awake: (find) => find(target).requestSubmit(find(event.submitter)), asleep: () => target.submit() };
	}
	const control = target.closest<HTMLElement>("button[type=button], a[aria-haspopup]");
	if (!(event instanceof MouseEvent) || !control) return undefined;
	// Another tab or window needs no island.
	if (event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
	const dialog = document.getElementById(control.getAttribute("commandfor") ?? "");
	const goOn = () => {
		if (control instanceof HTMLAnchorElement) location.assign(control.href);
		else if (dialog instanceof HTMLDialogElement) dialog.showModal();
	};
	return { awake: (find) => find(control).click(), asleep: goOn };
}

/** @param margin how near to the window, as CSS writes it */
function whenNear(target: Element, margin: string, then: () => void): void {
	const sight = new IntersectionObserver(
		([entry]) => {
			if (!entry?.isIntersecting) return;
			sight.disconnect();
			then();
		},
		{ rootMargin: margin },
	);
	sight.observe(target);
}

/** Islands that wake unasked: in view, or in another time zone before their times, far down the form, come into view. */
function startWaking(island: HTMLElement): void {
	const { wake: cause } = island.dataset;
	if (cause === "visible") whenNear(island, "0px", () => wakeAround(island));
	else {
		const times = island.querySelector("[data-call-times]") ?? island;
		whenNear(times, "300px", () => cause !== ownTimeZone() && wakeAround(island));
	}
}

/** The first use of a browser's formats of dates blocks a phone for a fifth of a second. */
const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function startPage(): void {
	noteView();
	for (const part of document.querySelectorAll<HTMLElement>("[data-part]")) parts.get(part.dataset.part ?? "")?.(part);
	for (const island of document.querySelectorAll<HTMLElement>("[data-wake]")) startWaking(island);
	// What the visitor has touched before the script was there.
	for (const touched of [document.activeElement, document.querySelector("[data-island]:hover")]) wakeAround(touched);
	if (hasToast()) {
		void importHydration().then(
			({ showToasts }) => showToasts(),
			() => undefined,
		);
	}
}

/** What the page says in a toast as it opens, or what the page before it was still saying. */
function hasToast(): boolean {
	try {
		return document.querySelector("[data-toast]") !== null || sessionStorage.getItem(keptToastKey) !== null;
	} catch {
		return false; // A browser that refuses storage.
	}
}

/** Page views and read posts are only logged in the console (specification 7), when the page is shown. */
function noteView(): void {
	// biome-ignore lint/suspicious/noConsole: see above
	console.info("page_view", { path: location.pathname });
	for (const { dataset } of document.querySelectorAll<HTMLElement>("[data-console]")) {
		// biome-ignore lint/suspicious/noConsole: see above
		console.info(...JSON.parse(dataset.console ?? "[]"));
	}
}

// The links of account emails end here with their outcome in the fragment, which only the sign-in handles.
if (/[#&](access_token|error_code)=/.test(location.hash)) location.replace(`/auth${location.hash}`);
startMenus();
if ("prerendering" in document && document.prerendering) {
	document.addEventListener("prerenderingchange", startPage, { once: true });
} else startPage();
addEventListener("pageshow", ({ persisted }) => persisted && noteView());
