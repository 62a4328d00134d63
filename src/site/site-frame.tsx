import { clsx } from "clsx";
import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";
import { firm } from "#lib/firm.ts";
import { sameScreen } from "#ui/focus/same-screen.ts";
import { screenStart } from "#ui/focus/screen-start.ts";
import { content } from "./content/content.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

const page = "page";

/**
 * What surrounds every page; `compact` in the back office, whose work area needs the height, and without the footer around
 * what one client gets.
 */
export function SiteFrame({
	compact = false,
	footer = true,
	children,
}: {
	compact?: boolean;
	footer?: boolean;
	children: ReactNode;
}) {
	useFocusOnNavigation();
	return (
		<>
			<a
				href={useLocation().pathname.startsWith("/admin") ? "#screen" : "#main"}
				className="-translate-y-full absolute top-0 left-4 z-50 bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
			>
				Skip to content
			</a>
			<SiteHeader compact={compact} page={page} />
			<div
				id={page}
				className={clsx("flex flex-col", compact ? "min-h-dvh lg:min-h-[calc(100dvh-2.5rem)]" : "min-h-dvh")}
			>
				<main id="main" tabIndex={-1} className={clsx("grow outline-none", compact ? "flex flex-col" : "pt-20")}>
					{children}
				</main>
				{footer && <SiteFooter compact={compact} />}
			</div>
			{!compact && <ReachBar />}
		</>
	);
}

/** On phones, once `startReach` shows it. On the page for booking a call, only the phone is left to offer. */
function ReachBar() {
	const { pathname } = useLocation();
	const words = content("frame");
	return (
		<div data-reach data-screen-only className="reach-bar">
			<a href={firm().phoneHref}>{words["menu.call"]}</a>
			{pathname !== "/book-call" && <a href="/book-call">{words["menu.book_call"]}</a>}
		</div>
	);
}

/** In the browser, beyond the frame: the sign-in has another frame than the back office. */
let shownPath: string | undefined;

/** In the application: after a navigation without a page load the keyboard and the screen reader start at the new page, as after a load. */
function useFocusOnNavigation() {
	const { pathname, state } = useLocation();
	const isSame = useNavigationType() === "REPLACE" && sameScreen(state) !== undefined;
	useEffect(() => {
		const before = shownPath;
		shownPath = pathname;
		if (before === undefined || before === pathname || isSame) return;
		// The palette may be open by the time a slow screen comes: it keeps the focus, and returns it when it closes.
		if (document.querySelector("[role=dialog]")) return;
		const start = screenStart();
		// A form to be filled in begins in its first field; an editor that stays keeps the focus.
		if (document.activeElement !== start && start?.contains(document.activeElement)) return;
		start?.focus({ preventScroll: true });
	}, [pathname, isSame]);
}
