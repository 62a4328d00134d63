import { ArrowDownNarrowWide, ArrowDownWideNarrow, ChevronDown, Search } from "lucide-react";
import { type ComponentProps, type ReactNode, type RefObject, useRef } from "react";
import { useDocumentEvent } from "#admin/editing/document-event.ts";
import { actsAlone } from "#admin/editing/single-keys.ts";
import type { ListFilter, NarrowingName } from "#admin/lists/list-filter.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { screenStart } from "#ui/focus/screen-start.ts";

const controlClass =
	"min-h-11 rounded-sm border border-input bg-card text-base focus:outline-2 focus:-outline-offset-1 focus:outline-ring md:min-h-8.5 md:text-dense";

type Choices = { label: string; all: string; options: readonly { value: string; label: string }[] };

/** A way to narrow a list beside its status. */
export type Narrowing<Row> = Choices & { name: NarrowingName; matches(row: Row, value: string): boolean };

/** Search and status of a list. `/` goes to the search from anywhere on the screen, the down arrow from there to the rows. */
export function ListFilterBar<Row>({
	filter,
	placeholder,
	statusLabels,
	oldestFirst,
	narrowings = [],
	onLeaveDown,
	toggle,
	children,
}: {
	filter: ListFilter;
	placeholder: string;
	statusLabels: Record<string, string>;
	/** Whether the oldest rows are listed first. */
	oldestFirst: boolean;
	narrowings: readonly Narrowing<Row>[] | undefined;
	onLeaveDown(): void;
	/** After the filters. */
	toggle?: ReactNode;
	/** At the right end, where there is room left. */
	children?: ReactNode;
}) {
	const search = useRef<HTMLInputElement>(null);
	useShortcuts(search, onLeaveDown);
	const SortIcon = oldestFirst ? ArrowDownWideNarrow : ArrowDownNarrowWide;
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
					title="Search (/)"
					placeholder={placeholder}
					value={filter.text}
					onChange={(event) => filter.setText(event.target.value)}
					onBlur={filter.endTyping}
					className={`${controlClass} w-full pr-2.5 pl-8.5 placeholder:text-muted-foreground`}
				/>
			</div>
			{/* On a phone in one line, if there is room, so that the first cards are in sight. */}
			<div className="contents max-md:flex max-md:w-full max-md:flex-wrap max-md:gap-2 max-md:[&>span]:min-w-26 max-md:[&>span]:flex-1">
				<Choice
					label="Status"
					all="All Status"
					options={Object.entries(statusLabels).map(([value, label]) => ({ value, label }))}
					value={filter.status}
					onChange={filter.setStatus}
				/>
				{narrowings.map(({ name, label, all, options }) => (
					<Choice
						key={name}
						label={label}
						all={all}
						options={options}
						value={filter.narrowedTo[name]}
						onChange={(value) => filter.narrow(name, value)}
					/>
				))}
				<DeskButton
					title={`Show the ${oldestFirst ? "newest" : "oldest"} first`}
					onClick={() => filter.setSort(oldestFirst ? "newest" : "oldest")}
					icon={SortIcon}
					className="max-md:w-11 max-md:justify-center max-md:px-0!"
				>
					<span className="max-md:sr-only">{oldestFirst ? "Oldest First" : "Newest First"}</span>
				</DeskButton>
				{toggle}
			</div>
			{children}
		</search>
	);
}

function Choice({ label, all, options, value, onChange }: Choices & { value: string; onChange(value: string): void }) {
	return (
		<ListSelect
			aria-label={label}
			value={value}
			onChange={(event) => onChange(event.target.value)}
			className="w-38 truncate"
		>
			<option value="">{all}</option>
			{options.map((option) => (
				<option key={option.value} value={option.value}>
					{option.label}
				</option>
			))}
		</ListSelect>
	);
}

/** The browser's own list, as low as the search beside it. */
export const ListSelect = ({ className, ...select }: ComponentProps<"select">) => (
	<span className="relative grid grid-cols-1 items-center">
		<select
			{...select}
			className={`${controlClass} ${className} w-full min-w-0 cursor-pointer appearance-none pr-8 pl-2.5`}
		/>
		<ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-4" strokeWidth={1.75} />
	</span>
);

/** Keys pressed where they mean nothing else: on the page itself, or the down arrow in the search box. */
function useShortcuts(search: RefObject<HTMLInputElement | null>, onLeaveDown: () => void): void {
	useDocumentEvent("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
		if (document.querySelector("[role=dialog]")) return;
		const nowhere = event.target === document.body || event.target === screenStart();
		if (event.key === "/" && actsAlone(event)) search.current?.focus();
		else if (event.key === "ArrowDown" && (nowhere || event.target === search.current)) onLeaveDown();
		else if (event.key === "j" && nowhere && actsAlone(event)) onLeaveDown();
		else return;
		event.preventDefault();
	});
}
