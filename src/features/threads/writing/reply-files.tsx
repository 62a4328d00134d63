import { Paperclip, X } from "lucide-react";
import { useRef } from "react";
import { sizeText } from "#features/threads/desk/message.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import type { Reply } from "./use-reply.ts";

/** The files of a reply, and why one was refused. */
export function ReplyFiles({ reply: { values, errors, removeFile } }: { reply: Reply }) {
	const refusal = errors.file ?? errors.attachment_ids;
	return (
		<>
			{values.files.length > 0 && (
				<ul aria-label="Files" className="flex flex-wrap gap-2">
					{values.files.map((file) => (
						<li
							key={file.id}
							className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-sm border border-border pl-2.5 text-xs"
						>
							<span className="truncate">{file.name}</span>
							<span className="shrink-0 text-muted-foreground">{sizeText(file.size)}</span>
							<button
								type="button"
								aria-label={`Remove ${file.name}`}
								onClick={() => removeFile(file)}
								className="grid size-8 shrink-0 cursor-pointer place-items-center rounded-sm hover:bg-muted max-md:size-11"
							>
								<X aria-hidden className="size-3.5" strokeWidth={1.75} />
							</button>
						</li>
					))}
				</ul>
			)}
			{refusal && (
				<p role="alert" className="text-destructive text-xs">
					{refusal}
				</p>
			)}
		</>
	);
}

export function AttachButton({ onChoose }: { onChoose(files: readonly File[]): void }) {
	const input = useRef<HTMLInputElement>(null);
	return (
		<>
			<input
				ref={input}
				type="file"
				multiple
				hidden
				aria-label="Files to attach"
				onChange={(event) => {
					onChoose([...(event.target.files ?? [])]);
					event.target.value = "";
				}}
			/>
			<DeskButton onClick={() => input.current?.click()} icon={Paperclip}>
				Attach
			</DeskButton>
		</>
	);
}
