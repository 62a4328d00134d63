import { ChevronDown, Search } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import type { ListFilter } from "#admin/lists/list-filter.ts";

const controlClass =
	"min-h-11 rounded-sm border border-input bg-card text-base focus:outline-2 focus:-outline-offset-1 focus:outline-ring md:min-h-8.5 md:text-dense";

/** Search and status of a list. `/` goes to the search from anywhere on the screen, the down arrow from there to the rows. */
export function ListFilterBar({
	filter,
	placeholder,
	statusLabels,
	onLeaveDown,
	children,
}: {
	filter: ListFilter;
	placeholder: string;
	/** Without them there is nothing but the search. */
	statusLabels?: Record<string, string>;
	onLeaveDown?(): void;
	/** At the right end, where there is room left. */
	children?: ReactNode;
}) {
	const search = useRef<HTMLInputElement>(null);
	useShortcuts(search, onLeaveDown);
	return (
		<search className="mt-4 mb-3 flex flex-wrap gap-2">
			<div className="relative flex max-w-96 grow items-center max-md:min-w-full">
				<Search
					aria-hidden
					className="pointer-events-none absolute left-2.5 size-4 text-muted-foreground"
					strokeWidth={1.75}
				/>
				<input
					ref={search}
					type="search"
					aria-label="Search"
					aria-keyshortcuts="/"
					placeholder={placeholder}
					value={filter.text}
					onChange={(event) => filter.setText(event.target.value)}
					className={`${controlClass} w-full pr-2.5 pl-8.5 placeholder:text-muted-foreground`}
				/>
			</div>
			{statusLabels && (
				<div className="relative flex items-center">
					<select
						aria-label="Status"
						value={filter.status}
						onChange={(event) => filter.setStatus(event.target.value)}
						className={`${controlClass} w-38 cursor-pointer appearance-none pr-8 pl-2.5`}
					>
						<option value="">All Status</option>
						{Object.entries(statusLabels).map(([status, label]) => (
							<option key={status} value={status}>
								{label}
							</option>
						))}
					</select>
					<ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-4" strokeWidth={1.75} />
				</div>
			)}
			{children}
		</search>
	);
}

/** Keys pressed where they mean nothing else: on the page itself, or the down arrow in the search box. */
function useShortcuts(search: RefObject<HTMLInputElement | null>, onLeaveDown: (() => void) | undefined): void {
	useEffect(() => {
		function handleKeyDown(event: KeyboardEvent): void {
			if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
			const nowhere = event.target === document.body || event.target === document.getElementById("main");
			if (event.key === "/" && !isEditable(event.target) && !document.querySelector("[role=dialog]"))
				search.current?.focus();
			else if (onLeaveDown && event.key === "ArrowDown" && (nowhere || event.target === search.current)) onLeaveDown();
			else return;
			event.preventDefault();
		}
		document.addEventListener("keydown", handleKeyDown);
		return () => document.removeEventListener("keydown", handleKeyDown);
	}, [search, onLeaveDown]);
}

const isEditable = (target: EventTarget | null) =>
	target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
