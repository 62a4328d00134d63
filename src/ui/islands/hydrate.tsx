import "#app.css";
import { type ComponentType, type ReactNode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { toast } from "#ui/toast.ts";
import { ToastArea } from "#ui/toast-area.tsx";
import { restoreToast } from "./kept-toast.ts";

let hasToastArea = false;

/** Resolves once React has hydrated the island and its effects have run. */
export function hydrate(element: HTMLElement, Component: ComponentType<object>): Promise<void> {
	const { props = "{}", prefix = "" } = element.dataset;
	showToasts();
	return new Promise((resolve) => {
		const island = (
			<Awake onAwake={resolve}>
				<Component {...JSON.parse(props)} />
			</Awake>
		);
		hydrateRoot(element, island, { identifierPrefix: prefix });
	});
}

/** One toast area for all islands of the page. Begins with what the page itself says, or the page before it. */
export function showToasts(): void {
	if (hasToastArea) return;
	hasToastArea = true;
	const area = document.createElement("div");
	document.body.append(area);
	// While a dialog is open, nothing outside of it can be used.
	const place = () => (document.querySelector("dialog:modal") ?? document.body).append(area);
	new MutationObserver(place).observe(document.body, { subtree: true, attributeFilter: ["open"] });
	createRoot(area).render(<ToastArea />);
	restoreToast();
	const said = document.querySelector<HTMLElement>("[data-toast]")?.dataset.toast;
	if (said) toast(JSON.parse(said));
}

function Awake({ onAwake, children }: { onAwake: () => void; children: ReactNode }) {
	useEffect(onAwake, [onAwake]);
	return children;
}
