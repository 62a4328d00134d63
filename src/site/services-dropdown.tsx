import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { isCurrent, servicesPath } from "./navigation.ts";
import { services } from "./services/services.ts";

/** `pinned` by a click, it stays when the pointer leaves. */
type State = "closed" | "hovered" | "pinned";

/**
 * A disclosure: a button and the list of links it shows. Opens under the mouse, by click, touch and keyboard; without
 * scripts the list shows under the pointer and on focus.
 */
export function ServicesDropdown({ pathname, buttonClass }: { pathname: string; buttonClass: string }) {
	const [state, setState] = useState<State>("closed");
	const root = useRef<HTMLDivElement>(null);
	const button = useRef<HTMLButtonElement>(null);
	const open = state !== "closed";

	useEffect(() => {
		if (!open) return;
		const closeOutside = (event: Event) => {
			if (event.target instanceof Node && !root.current?.contains(event.target)) setState("closed");
		};
		const closeOnEscape = (event: KeyboardEvent) => {
			if (event.key !== "Escape") return;
			setState("closed");
			if (root.current?.contains(document.activeElement)) button.current?.focus();
		};
		document.addEventListener("pointerdown", closeOutside);
		document.addEventListener("focusin", closeOutside);
		document.addEventListener("keydown", closeOnEscape);
		return () => {
			document.removeEventListener("pointerdown", closeOutside);
			document.removeEventListener("focusin", closeOutside);
			document.removeEventListener("keydown", closeOnEscape);
		};
	}, [open]);

	const followMouse = (from: State, to: State) => (event: PointerEvent) => {
		if (event.pointerType === "mouse") setState((state) => (state === from ? to : state));
	};

	return (
		<div
			ref={root}
			className="group relative"
			onPointerEnter={followMouse("closed", "hovered")}
			onPointerLeave={followMouse("hovered", "closed")}
		>
			<button
				ref={button}
				type="button"
				aria-expanded={open}
				aria-controls="services-list"
				aria-current={isCurrent(servicesPath, pathname) ? "true" : undefined}
				className={buttonClass}
				onClick={() => setState((state) => (state === "pinned" ? "closed" : "pinned"))}
			>
				Services
				<ChevronDown
					aria-hidden
					className={clsx("size-3.5 transition-[rotate] duration-160", open && "rotate-180")}
					strokeWidth={2}
				/>
			</button>
			<div
				className={clsx(
					"-left-4 absolute top-full pt-1.5 noscript:group-focus-within:block noscript:group-hover:block",
					open ? "animate-fade-in" : "hidden",
				)}
			>
				<ul id="services-list" className="w-76 rounded-md bg-white p-2 text-ink text-small shadow-pop">
					{services.map((service) => (
						<li key={service.slug}>
							<Link
								to={service.path}
								prefetch="intent"
								aria-current={isCurrent(service.path, pathname) ? "page" : undefined}
								className="group/item flex min-h-11 items-center gap-3 rounded-sm px-3 font-medium hover:bg-wash aria-[current]:bg-wash"
								onClick={() => setState("closed")}
							>
								<span
									className="inset-ring inset-ring-ink/15 h-5 w-2.5 shrink-0 rounded-bowl transition-[width] duration-240 ease-out group-hover/item:w-5"
									style={{ background: service.colour }}
								/>
								{service.title}
							</Link>
						</li>
					))}
				</ul>
			</div>
		</div>
	);
}
