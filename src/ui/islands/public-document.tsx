import { createContext, use } from "react";
import { NonceContext } from "#ui/nonce.ts";
import { keptToastKey } from "./kept-toast-key.ts";

type PublicDocument = {
	/** The rules of the page's first paint; none in development, where the whole stylesheet is linked. */
	styles: string | undefined;
	/** Of a preview of the site: the address of `entry.preview.ts`, which has to be there before any link is used. */
	previewScript?: string | undefined;
	/** The addresses of `entry.public.ts` and, in development, of what Vite needs before it. */
	scripts: readonly string[];
};

/** Provided by the server's entry. No page renders its document in the browser. */
export const PublicDocumentContext = createContext<PublicDocument>({ styles: undefined, scripts: [] });

/**
 * @param props.stylesheet the address of the whole stylesheet, which is fetched with the first island, or at once where
 * scripts are off
 */
export function PageStyles({ stylesheet }: { stylesheet: string }) {
	const { styles } = use(PublicDocumentContext);
	if (styles === undefined) return <link rel="stylesheet" href={stylesheet} precedence="app" />;
	return (
		<>
			{/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own rules */}
			<style dangerouslySetInnerHTML={{ __html: styles }} />
			<noscript>
				<link rel="stylesheet" href={stylesheet} />
			</noscript>
		</>
	);
}

/**
 * The page that the pointer or a finger approaches is rendered ahead, except private ones: the sign-in and the back
 * office are an application, and the link of an invoice counts who opens it.
 */
const speculationRules = JSON.stringify({
	prerender: [
		{
			where: {
				and: [
					{ href_matches: "/*" },
					{
						not: {
							href_matches: ["/admin*", "/auth*", "/bookings*", "/invoice/*", "/call/*", "/blog/preview/*", "/*.*"],
						},
					},
				],
			},
			eagerness: "moderate",
		},
	],
});

/**
 * Once the first picture, with its largest image, is on the screen, or the page is touched, so that the script takes
 * nothing from its paint. A page that no one sees yet, as a prerendered one, has no paint to wait for, and the toast of
 * the page before does not wait for one. Until then links and forms do what they do without scripts. Only a button of an
 * island would do nothing: its click is repeated.
 */
const importAfterPaint = (scripts: readonly string[]) =>
	[
		`let started;const go=async()=>{${scripts.map((script) => `await import(${JSON.stringify(script)})`).join(";")};started=1},`,
		"painted=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(go))),",
		'image=document.querySelector("img[fetchpriority=high]");',
		'for(const type of["pointerdown","keydown"])addEventListener(type,go,{once:true});',
		'addEventListener("click",({target})=>{const button=started?null:target.closest("[data-island] [type=button]");button&&go().then(()=>button.click())});',
		"setTimeout(go,3000);",
		`const hasToast=()=>{try{return sessionStorage.getItem("${keptToastKey}")}catch{}};`,
		'if(document.visibilityState==="hidden"||hasToast())go();',
		"else new PerformanceObserver(()=>image?image.decode().then(painted,painted):painted())",
		'.observe({type:"paint",buffered:true})',
	].join("");

export function PublicScripts() {
	const nonce = use(NonceContext);
	const { scripts, previewScript } = use(PublicDocumentContext);
	return (
		<>
			{previewScript ? (
				<script type="module" src={previewScript} />
			) : (
				// biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text
				<script nonce={nonce} type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
			)}
			{/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text and the build's address */}
			<script nonce={nonce} type="module" dangerouslySetInnerHTML={{ __html: importAfterPaint(scripts) }} />
		</>
	);
}
