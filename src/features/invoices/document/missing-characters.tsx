import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import { missingCharactersMessage } from "#features/invoices/invoices.schema.ts";

/** The warning that the author reads before a client gets boxes. */
export function MissingCharacters({ characters, className }: { characters: string[]; className?: string }) {
	return (
		// When empty it takes up no space, but stays in the page, so that screen readers announce its text.
		<div role="status" className={clsx("empty:absolute print:hidden", className)}>
			{characters.length > 0 && (
				<p className="grid grid-cols-[auto_1fr] gap-x-2.5 rounded-md bg-status-yellow-bg px-4 py-3 text-status-yellow">
					<TriangleAlert aria-hidden className="mt-0.5 size-4" strokeWidth={1.75} />
					<span className="max-w-[90ch] text-pretty wrap-anywhere">{missingCharactersMessage(characters)}</span>
				</p>
			)}
		</div>
	);
}
