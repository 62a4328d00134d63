import "#app.css";
import { Component, type ComponentType, type ReactNode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { toast } from "#ui/toast.ts";
import { ToastArea } from "#ui/toast-area.tsx";
import { type FilledIn, type FindAgain, fillAgain, findingAgain, readFilledIn } from "./filled-in.ts";
import { restoreToast } from "./kept-toast.ts";

let hasToastArea = false;

/** Resolves once React has hydrated the island and its effects have run, or has failed and the server's markup is back. */
export function hydrate(element: HTMLElement, Content: ComponentType<object>): Promise<FindAgain> {
	const { props = "{}", prefix = "" } = element.dataset;
	showToasts();
	// As the visitor sees it, perhaps translated.
	const findAgain = findingAgain(element);
	const served = [...element.childNodes].map((node) => node.cloneNode(true));
	return new Promise((resolve) => {
		const onSettled = () => resolve(findAgain);
		const island = (
			<Guard element={element} served={served} onFailed={onSettled}>
				<Awake onAwake={onSettled}>
					<Content {...JSON.parse(props)} />
				</Awake>
			</Guard>
		);
		hydrateRoot(element, island, {
			identifierPrefix: prefix,
			// Not reported as uncaught: what the visitor has filled in was kept.
			// biome-ignore lint/suspicious/noConsole: a difference between server and browser is an error of ours, or a translation
			onRecoverableError: (error) => console.warn(error),
		});
	});
}

type GuardProps = { element: HTMLElement; served: Node[]; onFailed: () => void; children: ReactNode };

/**
 * Keeps what the visitor has filled in when React can't take the page over as it is and renders it again, such as after a
 * translation. When the island throws, the server's markup comes back for good, and works as without scripts.
 */
class Guard extends Component<GuardProps, { failed: boolean }> {
	static getDerivedStateFromError = () => ({ failed: true });
	override state = { failed: false };
	filledIn: FilledIn | undefined;

	/** What a handler throws reaches no component. */
	handleError = ({ error, filename }: ErrorEvent) => {
		const isOurs = error instanceof Error && filename.startsWith(location.origin);
		if (isOurs && this.props.element.querySelector("form")) this.setState({ failed: true });
	};

	override render() {
		// The last moment before React changes the page.
		this.filledIn = readFilledIn(this.props.element);
		return this.state.failed ? null : this.props.children;
	}

	override componentDidMount() {
		addEventListener("error", this.handleError);
		this.settle();
	}

	override componentDidUpdate() {
		this.settle();
	}

	settle() {
		const { element, served, onFailed } = this.props;
		if (this.state.failed) {
			removeEventListener("error", this.handleError);
			element.removeAttribute("data-island");
			element.replaceChildren(...served);
		}
		if (this.filledIn) fillAgain(element, this.filledIn);
		this.filledIn = undefined;
		if (this.state.failed) onFailed();
	}
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
