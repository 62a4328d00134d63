import { X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { flushSync } from "react-dom";
import { postLimits } from "#features/posts/posts.schema.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { Field } from "#ui/field.tsx";
import { isSaveKey } from "./save-key.ts";

type TagsFieldProps = { tags: string[]; error: string | undefined; onChange(tags: string[]): void };

/** A tag is added only if it isn't empty and isn't in the list yet (specification 5). Commas separate several. */
export function TagsField({ tags, error, onChange }: TagsFieldProps) {
	const [typed, setTyped] = useState("");

	function addTag() {
		const added = typed.split(",").map((tag) => tag.trim());
		const next = new Set([...tags, ...added.filter(Boolean)]);
		if (next.size > tags.length) onChange([...next]);
		setTyped("");
	}

	function handleKeyDown(event: KeyboardEvent) {
		if (event.nativeEvent.isComposing) return;
		// What is typed is part of what the keys save a moment later.
		if (isSaveKey(event)) return flushSync(addTag);
		if (event.key !== "Enter") return;
		event.preventDefault();
		addTag();
	}

	return (
		<Field dense label="Tags" error={error} hint="The first one is shown on the card.">
			{(control) => (
				<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
					<div className="flex gap-2">
						<input
							{...control}
							type="text"
							// A whole list may be pasted.
							maxLength={postLimits.tags * (postLimits.tag + 2)}
							value={typed}
							onChange={(event) => setTyped(event.target.value)}
							onKeyDown={handleKeyDown}
							onBlur={addTag}
						/>
						<DeskButton onClick={addTag}>Add</DeskButton>
					</div>
					{tags.length > 0 && (
						<ul aria-label="Chosen tags" className="flex flex-wrap gap-1.5">
							{tags.map((tag) => (
								<li
									key={tag}
									className="inline-flex min-w-0 max-w-full items-center rounded-sm bg-secondary pl-2 text-secondary-foreground text-xs"
								>
									<span className="truncate">{tag}</span>
									<button
										type="button"
										aria-label={`Remove ${tag}`}
										onClick={() => onChange(tags.filter((each) => each !== tag))}
										className="grid size-7 cursor-pointer place-items-center rounded-sm hover:bg-border max-md:size-11"
									>
										<X aria-hidden className="size-3" strokeWidth={2} />
									</button>
								</li>
							))}
						</ul>
					)}
				</div>
			)}
		</Field>
	);
}
