import { Command } from "cmdk";
import { MessagesSquare, Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useSeesScreen } from "#admin/access/screen-access.ts";
import { useLogOut } from "#admin/editing/log-out.tsx";
import { paletteName } from "#admin/record/palette-state.ts";
import { iconOf } from "#admin/record/record-icons.ts";
import { KeyHint } from "#desk/desk-keys.tsx";
import { setTheme } from "#desk/theme.tsx";
import { formatMoment } from "#lib/time/dates.ts";
import { recordOf, recordOfKind } from "#records.ts";
import { Arrival } from "#ui/dialog.tsx";
import { useEscape } from "#ui/focus/escape.ts";
import { awaitArrival, holdKeys } from "#ui/focus/held-keys.ts";
import { screenStart } from "#ui/focus/screen-start.ts";
import { commandGroups, matchingGroups, momentaryGroups, type Command as PaletteCommand } from "./palette-commands.ts";
import { useFound } from "./palette-search.ts";

/** Opens any section or record, creates records, and changes the theme, all by typing a few letters. */
export function PaletteDialog({ onClose }: { onClose(): void }) {
	const [typed, setTyped] = useState("");
	const [opener] = useState(() => document.activeElement);
	const navigate = useNavigate();
	const logOut = useLogOut();
	const { found, said, searching, isFinal, failed } = useFound(typed.trim());
	const results = found.length + said.length;
	const [momentary] = useState(momentaryGroups);
	const sees = useSeesScreen();
	const groups = matchingGroups(typed, [...momentary, ...commandGroups], sees);
	useEscape(onClose);

	function open(path: string): void {
		onClose();
		const record = new URL(path, location.origin).searchParams.get("id");
		if (record) awaitArrival(record);
		void holdKeys(Promise.resolve(navigate(path)).then(() => true));
	}

	/** The first one is chosen, also when it comes late, until someone chooses another. */
	const [value, setValue] = useState("");
	const [isMoved, setMoved] = useState(false);
	const [firstValue = ""] = [
		...groups.flatMap(({ heading, commands }) => commands.map((command) => itemValue(heading, command))),
		...found.map(({ kind, id }) => `${kind} ${id}`),
		...said.map(({ message_id }) => message_id),
	];

	/** @returns whether there is one */
	function openFirst(): boolean {
		const [record, message] = [found[0], said[0]];
		const path = record ? recordOfKind(record.kind)?.path(record.id) : message && pathOf(message);
		if (path) open(path);
		return path !== undefined;
	}

	/** Enter has been pressed before the first result was there. */
	const wanted = useRef<(isThere: boolean) => void>(undefined);
	useEffect(() => {
		if (!isFinal || !wanted.current) return;
		wanted.current(openFirst());
		wanted.current = undefined;
	});
	useEffect(() => () => wanted.current?.(false), []);

	function handleKeyDown(event: KeyboardEvent): void {
		if (event.key.startsWith("Arrow")) setMoved(true);
		if (event.key !== "Enter" || groups.length > 0) return;
		const isOneChosen = event.currentTarget.querySelector("[cmdk-item][aria-selected=true]") !== null;
		if (isFinal && isOneChosen) return;
		event.preventDefault();
		if (isFinal) return void openFirst();
		const { promise, resolve } = Promise.withResolvers<boolean>();
		wanted.current = resolve;
		void holdKeys(promise);
	}

	function run({ run }: PaletteCommand): void {
		onClose();
		if (typeof run === "function") run();
		else if (run === "log-out") logOut();
		else if ("theme" in run) setTheme(run.theme);
		else open(run.path);
	}

	return (
		<Dialog.Root open onOpenChange={(open) => !open && onClose()}>
			<Dialog.Portal>
				<Dialog.Overlay className="fixed inset-0 z-50 bg-[rgb(36_16_31/0.42)] dark:bg-black/60" />
				<Dialog.Content
					aria-describedby={undefined}
					// useEscape handles Escape. This handler would run before that of a dialog underneath, which would then
					// close, too.
					onEscapeKeyDown={(event) => event.preventDefault()}
					onCloseAutoFocus={(event) => {
						// Radix returns the focus to a trigger, but a shortcut has none.
						event.preventDefault();
						const stays = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
						const next = stays ? opener : screenStart();
						next?.focus({ preventScroll: true });
					}}
					className="fixed inset-x-4 top-[max(1rem,12vh)] z-50 mx-auto max-w-140 overflow-hidden rounded-lg bg-popover text-dense text-popover-foreground shadow-dialog outline-none ring-border dark:ring-1"
				>
					<Dialog.Title className="sr-only">Find or go to</Dialog.Title>
					<Command
						shouldFilter={false}
						loop
						label="Find or go to"
						value={isMoved ? value : firstValue}
						onValueChange={setValue}
						onPointerMove={() => setMoved(true)}
						onKeyDown={handleKeyDown}
					>
						<div className="flex items-center gap-2.5 border-border border-b px-4">
							<Search aria-hidden className="size-4 shrink-0 text-muted-foreground" strokeWidth={1.75} />
							<Command.Input
								autoFocus
								value={typed}
								onValueChange={(text) => {
									setTyped(text);
									setMoved(false);
								}}
								maxLength={100}
								placeholder="Search for a screen, a person, or an invoice"
								className="h-12 w-full bg-transparent text-base outline-none! placeholder:text-muted-foreground md:text-sm"
							/>
						</div>
						<Command.List label="Results" className="max-h-[min(32rem,60vh)] overflow-y-auto overscroll-contain p-1.5">
							{groups.map(({ heading, commands }) => (
								<Group key={heading} heading={heading}>
									{commands.map((command) => (
										<Item
											key={itemValue(heading, command)}
											value={itemValue(heading, command)}
											onSelect={() => run(command)}
										>
											<command.icon aria-hidden strokeWidth={1.75} />
											<span className="truncate">{command.label}</span>
											{command.detail && <span className="truncate text-muted-foreground">{command.detail}</span>}
											{command.keys && <KeyHint className="ml-auto">{command.keys}</KeyHint>}
										</Item>
									))}
								</Group>
							))}
							{found.length > 0 && (
								<Group heading="Results">
									{found.map(({ kind, id, title, detail }) => {
										const record = recordOfKind(kind);
										if (!record) return null;
										const Icon = iconOf(record.table);
										return (
											<Item key={`${kind} ${id}`} value={`${kind} ${id}`} onSelect={() => open(record.path(id))}>
												<Icon aria-hidden strokeWidth={1.75} />
												<span className="max-w-3/5 shrink-0 truncate font-semibold">{title}</span>
												<span className="truncate text-muted-foreground">{detail}</span>
												<span className="ml-auto shrink-0 text-muted-foreground text-xs">{record.label}</span>
											</Item>
										);
									})}
								</Group>
							)}
							{said.length > 0 && (
								<Group heading="Conversations">
									{said.map((message) => (
										<Item key={message.message_id} value={message.message_id} onSelect={() => open(pathOf(message))}>
											<MessagesSquare aria-hidden strokeWidth={1.75} />
											<span className="truncate">{message.snippet}</span>
											<span className="ml-auto shrink-0 text-muted-foreground text-xs">{formatMoment(message.at)}</span>
										</Item>
									))}
								</Group>
							)}
						</Command.List>
						<p
							role="status"
							className="text-muted-foreground text-xs not-empty:border-border not-empty:border-t not-empty:px-4 not-empty:py-2.5"
						>
							{failed && "The search failed. Please try again."}
							{searching && results === 0 && "Searching..."}
							{!searching && results > 0 && `${results} ${results === 1 ? "result" : "results"}`}
							{!searching && !failed && results + groups.length === 0 && "No results"}
						</p>
					</Command>
					<Arrival name={paletteName} />
				</Dialog.Content>
			</Dialog.Portal>
		</Dialog.Root>
	);
}

const itemValue = (heading: string, { label, detail = "" }: PaletteCommand) => `${heading} ${label} ${detail}`.trim();

type Said = ReturnType<typeof useFound>["said"][number];

const pathOf = ({ record_table, record_id }: Said): string => recordOf(record_table)?.path(record_id) ?? "";

function Group({ heading, children }: { heading: string; children: ReactNode }) {
	return (
		<Command.Group
			heading={heading}
			className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
		>
			{children}
		</Command.Group>
	);
}

function Item({ value, onSelect, children }: { value: string; onSelect(): void; children: ReactNode }) {
	return (
		<Command.Item
			value={value}
			onSelect={onSelect}
			className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 aria-selected:bg-accent aria-selected:text-accent-foreground max-md:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0"
		>
			{children}
		</Command.Item>
	);
}
