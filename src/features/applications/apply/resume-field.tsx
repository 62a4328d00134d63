import { clsx } from "clsx";
import { FileCheck2, FileUp, FileX2 } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Field } from "#ui/field.tsx";
import { useSendProgress } from "#ui/forms/send-form.ts";
import { maxResumeBytes, resumeExtensions, resumeFileProblem } from "./resume-rules.ts";

const accepted = resumeExtensions.map((extension) => `.${extension}`).join(",");
const hint = `PDF, DOC, or DOCX, maximum ${maxResumeBytes / 1024 / 1024}MB`;

/**
 * The file field as a drop area. The browser's own control lies over the whole of it, unseen: that takes the click, the
 * drop and the keyboard. Without scripts it is shown as it is, because only a script could show the chosen name.
 */
export function ResumeField({
	name,
	error,
	sending,
	className,
}: {
	name: string;
	error: string | undefined;
	sending: boolean;
	className?: string;
}) {
	const input = useRef<HTMLInputElement>(null);
	const [chosen, setChosen] = useState<string>();
	const [dragging, setDragging] = useState(false);
	const progress = useSendProgress();

	const showFirstChoice = useEffectEvent(() => {
		// A file can be chosen before the script has come.
		if (input.current?.files?.length) showChoice(input.current);
	});
	useEffect(() => {
		showFirstChoice();
		const form = input.current?.form;
		const forget = () => setChosen(undefined);
		form?.addEventListener("reset", forget);
		return () => form?.removeEventListener("reset", forget);
	}, []);

	function showChoice(field: HTMLInputElement) {
		const file = field.files?.[0];
		setDragging(false);
		setChosen(file?.name);
		// The form asks for it when it is submitted, together with what is wrong with the other fields.
		field.setCustomValidity((file && resumeFileProblem(file)) ?? "");
	}

	// A refused file must not look like one that has been taken.
	const Icon = !chosen ? FileUp : error ? FileX2 : FileCheck2;
	return (
		<Field label="Resume" required hint={hint} error={error} className={className}>
			{({ className: _textBox, ...control }) => (
				<div
					className={clsx(
						"relative grid min-h-32 place-items-center rounded-sm border border-dashed p-5 text-center transition-colors duration-160",
						"has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2",
						error ? "border-destructive" : "border-edge",
						(chosen && !error) || dragging ? "bg-sky-light" : "bg-card hover:bg-wash",
					)}
				>
					<div aria-hidden className="grid w-full justify-items-center gap-2.5 noscript:hidden">
						<Icon className="size-6 text-quiet" strokeWidth={1.75} />
						<span className="max-w-full break-words font-semibold text-small">
							{chosen ?? "Click to upload your resume"}
						</span>
						<span className="text-quiet text-small">or drop {chosen ? "another" : "the"} file here</span>
					</div>
					<input
						{...control}
						ref={input}
						type="file"
						name={name}
						accept={accepted}
						onChange={({ currentTarget }) => showChoice(currentTarget)}
						onDragEnter={() => setDragging(true)}
						onDragLeave={() => setDragging(false)}
						onDrop={() => setDragging(false)}
						className="absolute inset-0 size-full cursor-pointer opacity-0 noscript:static noscript:size-auto noscript:opacity-100"
					/>
					{sending && progress !== undefined && <UploadProgress value={progress} />}
				</div>
			)}
		</Field>
	);
}

function UploadProgress({ value }: { value: number }) {
	return (
		<div className="absolute inset-0 grid content-center gap-3 rounded-sm bg-sky-light px-6 text-left">
			<p className="flex justify-between font-semibold text-small">
				<span>Uploading your resume</span>
				<span className="tabular-nums">{Math.round(value * 100)}%</span>
			</p>
			<progress
				aria-label="Uploading your resume"
				value={value}
				className="h-1.5 w-full appearance-none overflow-hidden rounded-xs bg-ink/12 [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-ink"
			/>
		</div>
	);
}
