import "./guards.client.ts";
import { type ReactNode, useEffect } from "react";
import {
	isRouteErrorResponse,
	Links,
	Meta,
	Outlet,
	Scripts,
	ScrollRestoration,
	useLocation,
	useMatches,
} from "react-router";
import { firm } from "#lib/firm.ts";
import { isApplication } from "#lib/page-handle.ts";
import type { Route } from "./+types/root";
import stylesheet from "./app.css?url";
import headingFont from "./fonts/besley-500.woff2?url";
import textFont from "./fonts/schibsted-grotesk-400-700.woff2?url";
import { depsFrom } from "./platform/process/deps.server.ts";
import { ApplicationContentScript } from "./site/content/content.tsx";
import { ConnectionLostPage, ErrorPage } from "./site/error-page.tsx";
import { startMenus } from "./site/menus.ts";
import { SiteFrame } from "./site/site-frame.tsx";
import { restoreToast } from "./ui/islands/kept-toast.ts";
import { PageStyles, PublicScripts } from "./ui/islands/public-document.tsx";
import { ToastArea } from "./ui/toast-area.tsx";

const preloadFont = (href: string) =>
	({ rel: "preload", as: "font", type: "font/woff2", href, crossOrigin: "anonymous" }) as const;

export const links: Route.LinksFunction = () => {
	const { icon } = firm().brand?.logo ?? {};
	const icons = icon
		? [
				{ rel: "icon", href: icon, type: "image/png" },
				{ rel: "apple-touch-icon", href: icon },
			]
		: [
				{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
				{ rel: "icon", href: "/favicon-32.png", sizes: "32x32" },
				{ rel: "apple-touch-icon", href: "/icon-180.png" },
			];
	return [preloadFont(headingFont), preloadFont(textFont), ...icons];
};

/** What every page's head needs from the settings. */
export function loader({ context }: Route.LoaderArgs) {
	return { siteUrl: depsFrom(context).settings.siteUrl };
}

/** The settings do not change while the site is open in a tab. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
	const application = useMatches().some(({ handle }) => isApplication(handle));
	return (
		// A dark back office marks it before React takes over.
		<html lang="en" suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				{application ? (
					// The precedence lets React put it before the scripts, which would otherwise take the line first.
					<link rel="stylesheet" href={stylesheet} precedence="app" />
				) : (
					<PageStyles stylesheet={stylesheet} />
				)}
				<BrandStyle application={application} />
				{application && <ApplicationContentScript />}
				<Meta />
				<Links />
			</head>
			<body>
				{children}
				{application ? (
					<>
						<ScrollRestoration />
						<Scripts />
					</>
				) : (
					<PublicScripts />
				)}
			</body>
		</html>
	);
}

function BrandStyle({ application }: { application: boolean }) {
	const { styles } = firm().brand ?? {};
	if (!styles) return null;
	const rules = styles.everywhere + (application ? styles.desk : "");
	// biome-ignore lint/security/noDangerouslySetInnerHtml: made of colors that were checked
	return <style dangerouslySetInnerHTML={{ __html: rules }} />;
}

export default function Root() {
	useEffect(() => {
		startMenus();
		import("./site/reach.ts").catch(() => undefined);
		restoreToast();
	}, []);
	const { pathname } = useLocation();
	// Of the application: a public page's is noted by entry.public.ts.
	// biome-ignore lint/suspicious/noConsole: page views are only noted in the console (specification 7)
	useEffect(() => console.info("page_view", { path: pathname }), [pathname]);
	return (
		<>
			<Outlet />
			<ToastArea />
		</>
	);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return (
		<SiteFrame>
			{isLostConnection(error) ? (
				<ConnectionLostPage />
			) : (
				<ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
			)}
		</SiteFrame>
	);
}

/** What `fetch` throws when no answer came; each browser has words of its own for it. */
const isLostConnection = (error: unknown) =>
	typeof window !== "undefined" && error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
