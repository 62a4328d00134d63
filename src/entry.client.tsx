import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { mailedLinkTarget } from "#lib/mailed-link.ts";
import { readApplicationContent } from "./site/content/content.tsx";

readApplicationContent();
const linkTarget = mailedLinkTarget(window.location);

if (linkTarget) {
	// Before the router touches the fragment; and the tokens in it leave no entry in the history.
	window.location.replace(linkTarget);
} else {
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<HydratedRouter />
			</StrictMode>,
		);
	});
}
