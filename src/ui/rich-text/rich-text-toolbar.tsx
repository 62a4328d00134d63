import type { ChainedCommands, Editor } from "@tiptap/core";
import type { TextStyleAttributes } from "@tiptap/extension-text-style";
import { useEditorState } from "@tiptap/react";
import { clsx } from "clsx";
import {
	AlignCenter,
	AlignJustify,
	AlignLeft,
	AlignRight,
	Bold,
	ChevronDown,
	Code,
	Image,
	IndentDecrease,
	IndentIncrease,
	Italic,
	Link,
	List,
	ListOrdered,
	type LucideIcon,
	PilcrowLeft,
	Redo2,
	RemoveFormatting,
	Strikethrough,
	Subscript,
	Superscript,
	TextQuote,
	Underline,
	Undo2,
	Video,
} from "lucide-react";
import { Toolbar } from "radix-ui";
import { type ReactNode, useState } from "react";
import {
	type Alignment,
	alignments,
	backgroundColours,
	fontFamilies,
	fontSizes,
	textColours,
} from "#lib/text/rich-text.ts";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuRadioGroup,
	DropdownMenuRadioItem,
	DropdownMenuTrigger,
} from "#ui/dropdown-menu.tsx";
import type { RichTextDialog } from "./rich-text-dialogs.tsx";

const toolClass =
	"inline-flex h-8 min-w-8 cursor-pointer items-center justify-center gap-1 rounded-sm px-1.5 text-foreground hover:bg-muted disabled:cursor-default disabled:opacity-40 aria-expanded:bg-muted aria-pressed:bg-accent aria-pressed:text-accent-foreground max-md:h-11 max-md:min-w-11";

type ToolProps = {
	label: string;
	/** Written as for `aria-keyshortcuts`, such as 'Control+K'. */
	keys?: string;
	icon: LucideIcon;
	/** Omitted for commands that act once and have no on or off state. */
	pressed?: boolean;
	disabled?: boolean;
	onSelect(): void;
};
type Command = (chain: ChainedCommands) => ChainedCommands;

function Tool({ label, keys, icon: Icon, pressed, disabled, onSelect }: ToolProps) {
	return (
		<Toolbar.Button
			aria-label={label}
			aria-keyshortcuts={keys}
			title={keys ? `${label} (${keys.replace("Control", "Ctrl")})` : label}
			aria-pressed={pressed}
			disabled={disabled}
			onClick={onSelect}
			className={toolClass}
		>
			<Icon aria-hidden className="size-4" strokeWidth={1.75} />
		</Toolbar.Button>
	);
}

/** Tools that stay together if the toolbar wraps to a second line. A line separates them from the next ones. */
const Group = ({ isLast = false, children }: { isLast?: boolean; children: ReactNode }) => (
	<div className="flex items-center gap-px">
		{children}
		{!isLast && <Toolbar.Separator className="mx-0.5 h-5 w-px bg-border" />}
	</div>
);

type ChoiceProps = {
	label: string;
	/** The value at the cursor. Empty for the text's default. */
	value: string;
	none: string;
	options: readonly { label: string; value: string }[];
	/** Shown instead of the chosen option's name. */
	face?: ReactNode;
	optionStyle?: (value: string) => { fontFamily?: string; color?: string; backgroundColor?: string };
	onChoose(value: string): void;
};

/** A menu in which one option is chosen. */
function Choice({ label, value, none, options, face, optionStyle, onChoose }: ChoiceProps) {
	const chosen = options.find((option) => option.value === value)?.label ?? none;
	return (
		<DropdownMenu modal={false}>
			<Toolbar.Button asChild>
				<DropdownMenuTrigger
					aria-label={`${label}: ${chosen}`}
					title={label}
					className={clsx(toolClass, "px-2 text-xs")}
				>
					{face ?? <span className="max-w-24 truncate">{chosen}</span>}
					<ChevronDown aria-hidden className="size-3" strokeWidth={2} />
				</DropdownMenuTrigger>
			</Toolbar.Button>
			<DropdownMenuContent
				align="start"
				className="max-h-96 overflow-y-auto"
				onCloseAutoFocus={(event) => event.preventDefault()}
			>
				<DropdownMenuRadioGroup value={value} onValueChange={onChoose}>
					{[{ label: none, value: "" }, ...options].map((option) => (
						<DropdownMenuRadioItem key={option.value} value={option.value}>
							<span style={optionStyle?.(option.value)}>{option.label}</span>
						</DropdownMenuRadioItem>
					))}
				</DropdownMenuRadioGroup>
			</DropdownMenuContent>
		</DropdownMenu>
	);
}

const clearFormatting: Command = (chain) =>
	chain.unsetAllMarks().clearNodes().updateAttributes("paragraph", { textAlign: null, indent: 0, direction: null });
const levels = [1, 2, 3, 4, 5, 6] as const;
const headings = levels.map((level) => ({ label: `Heading ${level}`, value: String(level) }));
/** What is on or off at the cursor, by the name of its mark or node. */
const toggles = {
	bold: { label: "Bold", keys: "Control+B", icon: Bold, command: (chain) => chain.toggleBold() },
	italic: { label: "Italic", keys: "Control+I", icon: Italic, command: (chain) => chain.toggleItalic() },
	underline: { label: "Underline", keys: "Control+U", icon: Underline, command: (chain) => chain.toggleUnderline() },
	strike: { label: "Strikethrough", icon: Strikethrough, command: (chain) => chain.toggleStrike() },
	subscript: { label: "Subscript", icon: Subscript, command: (chain) => chain.toggleSubscript() },
	superscript: { label: "Superscript", icon: Superscript, command: (chain) => chain.toggleSuperscript() },
	blockquote: { label: "Quote", icon: TextQuote, command: (chain) => chain.toggleBlockquote() },
	codeBlock: { label: "Code block", icon: Code, command: (chain) => chain.toggleCodeBlock() },
	bulletList: { label: "Bullet list", icon: List, command: (chain) => chain.toggleBulletList() },
	orderedList: { label: "Numbered list", icon: ListOrdered, command: (chain) => chain.toggleOrderedList() },
} satisfies Record<string, Pick<ToolProps, "label" | "keys" | "icon"> & { command: Command }>;
type ToggleName = keyof typeof toggles;
const toggleNames = Object.keys(toggles) as ToggleName[];
const alignmentIcons: Record<Alignment, { label: string; icon: LucideIcon }> = {
	left: { label: "Align left", icon: AlignLeft },
	center: { label: "Align center", icon: AlignCenter },
	right: { label: "Align right", icon: AlignRight },
	justify: { label: "Justify", icon: AlignJustify },
};

/** The alignment of text that has none of its own. */
const naturalAlignment = (rightToLeft: boolean): Alignment => (rightToLeft ? "right" : "left");

/** The formatting at the cursor. */
function stateOf(editor: Editor) {
	const block = editor.isActive("heading") ? editor.getAttributes("heading") : editor.getAttributes("paragraph");
	const look = editor.getAttributes("textStyle");
	const rightToLeft = block.direction === "rtl";
	return {
		heading: editor.isActive("heading") ? String(block.level) : "",
		fontFamily: String(look.fontFamily ?? ""),
		fontSize: String(look.fontSize ?? ""),
		color: String(look.color ?? ""),
		backgroundColor: String(look.backgroundColor ?? ""),
		on: toggleNames.filter((name) => editor.isActive(name)),
		rightToLeft,
		alignment: String(block.textAlign ?? naturalAlignment(rightToLeft)),
		link: editor.isActive("link"),
		canUndo: editor.can().undo(),
		canRedo: editor.can().redo(),
	};
}

type ToolbarProps = { editor: Editor; onDialog(dialog: RichTextDialog): void };

/** On a phone the row is wider than the screen: what opens at its end would not be seen. Leaves what has opened it in sight. */
function bringIntoSight(tools: HTMLElement | null): void {
	tools?.parentElement?.scrollTo({ left: tools.offsetLeft - 80 });
}

/** The toolbar is a single Tab stop. Arrow keys move inside it. */
export function RichTextToolbar({ editor, onDialog }: ToolbarProps) {
	const state = useEditorState({ editor, selector: ({ editor }) => stateOf(editor) });
	const run = (command: Command) => void command(editor.chain().focus()).run();
	const tools = (group: (Omit<ToolProps, "onSelect"> & { command: Command })[]) =>
		group.map(({ command, ...tool }) => <Tool key={tool.label} {...tool} onSelect={() => run(command)} />);
	/** Sets font, size, and colors; null removes one. The mark goes with its last value, even before any text is typed. */
	const setTextStyle = (style: TextStyleAttributes) =>
		run((chain) =>
			Object.values({ ...editor.getAttributes("textStyle"), ...style }).some(Boolean)
				? chain.setMark("textStyle", style).removeEmptyTextStyle()
				: chain.unsetMark("textStyle"),
		);
	const toggleTools = (...names: ToggleName[]) =>
		tools(names.map((name) => ({ ...toggles[name], pressed: state.on.includes(name) })));
	/** What a choice of the text's look shows and does. */
	const styleChoice = (name: "fontFamily" | "fontSize" | "color" | "backgroundColor") => ({
		value: state[name],
		onChoose: (value: string) => setTextStyle({ [name]: value || null }),
	});
	const [more, setMore] = useState(false);
	return (
		<Toolbar.Root
			aria-label="Formatting"
			onKeyDown={(event) => event.key === "Escape" && editor.commands.focus()}
			className="sticky top-[var(--toolbar-top,3rem)] z-20 flex items-center gap-px rounded-t-sm border-border border-b bg-card p-1 max-md:edge-shadows max-md:overflow-x-auto max-md:*:shrink-0 md:flex-wrap"
		>
			<Group>
				{tools([
					{ label: "Undo", icon: Undo2, disabled: !state.canUndo, command: (chain) => chain.undo() },
					{ label: "Redo", icon: Redo2, disabled: !state.canRedo, command: (chain) => chain.redo() },
				])}
			</Group>
			<Group>
				<Choice
					label="Text style"
					value={state.heading}
					none="Paragraph"
					options={headings}
					onChoose={(chosen) => {
						const level = levels.find((each) => String(each) === chosen);
						run((chain) => (level ? chain.setHeading({ level }) : chain.setParagraph()));
					}}
				/>
			</Group>
			<Group>{toggleTools("bold", "italic", "underline", "strike")}</Group>
			<Group>
				<Tool
					label="Link"
					keys="Control+K"
					icon={Link}
					pressed={state.link}
					onSelect={() => onDialog({ kind: "link" })}
				/>
				<Tool label="Image" icon={Image} onSelect={() => onDialog({ kind: "image" })} />
				<Tool label="Video" icon={Video} onSelect={() => onDialog({ kind: "video" })} />
			</Group>
			<Group>
				{toggleTools("blockquote", "codeBlock", "bulletList", "orderedList")}
				{tools([
					{ label: "Outdent", icon: IndentDecrease, command: (chain) => chain.moveIndent(-1) },
					{ label: "Indent", icon: IndentIncrease, command: (chain) => chain.moveIndent(1) },
				])}
			</Group>
			<Group isLast>
				<Toolbar.Button
					title="Fonts, colors, and alignment"
					aria-expanded={more}
					onClick={() => setMore(!more)}
					className={clsx(toolClass, "px-2 text-xs")}
				>
					More
					<ChevronDown aria-hidden className={clsx("size-3", more && "rotate-180")} strokeWidth={2} />
				</Toolbar.Button>
			</Group>
			{/* What a house style leaves alone most of the time. */}
			{more && (
				<div ref={bringIntoSight} className="flex items-center gap-px md:w-full md:flex-wrap">
					<Group>
						<Choice
							{...styleChoice("fontFamily")}
							label="Font"
							none="Default Font"
							options={fontFamilies}
							optionStyle={(fontFamily) => ({ fontFamily })}
						/>
						<Choice {...styleChoice("fontSize")} label="Size" none="Normal Size" options={fontSizes} />
						<Choice
							{...styleChoice("color")}
							label="Text color"
							none="Default Color"
							options={textColours}
							face={<ColourFace letter="A" colour={state.color || "currentColor"} />}
							optionStyle={(color) => ({ color })}
						/>
						<Choice
							{...styleChoice("backgroundColor")}
							label="Background color"
							none="No Background"
							options={backgroundColours}
							face={<ColourFace letter="▧" colour={state.backgroundColor || "transparent"} />}
							optionStyle={(backgroundColor) => (backgroundColor ? { backgroundColor, color: "#24101f" } : {})}
						/>
					</Group>
					<Group>
						{toggleTools("subscript", "superscript")}
						<Tool label="Clear formatting" icon={RemoveFormatting} onSelect={() => run(clearFormatting)} />
					</Group>
					<Group isLast>
						{tools([
							...alignments.map((alignment) => ({
								...alignmentIcons[alignment],
								pressed: state.alignment === alignment,
								command: (chain: ChainedCommands) =>
									alignment === naturalAlignment(state.rightToLeft)
										? chain.unsetTextAlign()
										: chain.setTextAlign(alignment),
							})),
							{
								...{ label: "Right to left", icon: PilcrowLeft, pressed: state.rightToLeft },
								command: (chain) => chain.setDirection(state.rightToLeft ? null : "rtl"),
							},
						])}
					</Group>
				</div>
			)}
		</Toolbar.Root>
	);
}

function ColourFace({ letter, colour }: { letter: string; colour: string }) {
	return (
		<span aria-hidden className="grid justify-items-center font-semibold leading-none">
			{letter}
			<span className="mt-0.5 h-1 w-4 rounded-xs border border-border" style={{ backgroundColor: colour }} />
		</span>
	);
}
