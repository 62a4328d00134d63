import { ChevronDown } from "lucide-react";
import { content, services } from "./content/content.tsx";
import { isCurrent, servicesPath } from "./navigation.ts";

/**
 * A button and the popover of links that it shows: by click, touch and keyboard through the browser itself, under the mouse
 * through `startMenus`. Without scripts the list shows under the pointer and on focus, too.
 */
export function ServicesDropdown({ pathname, buttonClass }: { pathname: string; buttonClass: string }) {
	return (
		<div data-hover-menu className="group relative">
			<button
				type="button"
				popoverTarget="services-list"
				aria-current={isCurrent(servicesPath, pathname) ? "true" : undefined}
				className={buttonClass}
			>
				{content("frame")["menu.services"]}
				<ChevronDown
					aria-hidden
					className="size-3.5 transition-[rotate] duration-160 group-has-popover-open:rotate-180"
					strokeWidth={2}
				/>
			</button>
			<div
				id="services-list"
				popover="auto"
				className="services-panel overflow-visible bg-transparent pt-1.5 open:animate-fade-in noscript:group-focus-within:block noscript:group-hover:block"
			>
				<ul className="w-76 rounded-md bg-white p-2 text-ink text-small shadow-pop">
					{services().map((service) => (
						<li key={service.slug}>
							<a
								href={service.path}
								aria-current={isCurrent(service.path, pathname) ? "page" : undefined}
								className="group/item flex min-h-11 items-center gap-3 rounded-sm px-3 font-medium hover:bg-wash aria-[current]:bg-wash"
							>
								<span
									className="inset-ring inset-ring-ink/15 h-5 w-2.5 shrink-0 rounded-bowl transition-[width] duration-240 ease-out group-hover/item:w-5"
									style={{ background: service.colour }}
								/>
								{service.title}
							</a>
						</li>
					))}
				</ul>
			</div>
		</div>
	);
}
