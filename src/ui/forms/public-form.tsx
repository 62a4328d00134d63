import { clsx } from "clsx";
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { type Submission, timeField } from "#lib/submission.ts";
import { toast } from "#ui/toast.ts";
import { loadToaster } from "#ui/toast-area.tsx";
import { type FormTexts, noticeFor, noticeOfProblems } from "./form-notice.ts";
import { type FormProblem, FormProblems } from "./form-problems.tsx";
import { Trap } from "./trap.tsx";

type PublicFormProps = {
	texts: FormTexts;
	/** The answer to a submission without JavaScript (`actionData`): gives the typed values back. */
	answer: Submission | undefined;
	/** For a form with a file. */
	encType?: "multipart/form-data";
	/** After the toast that says so. */
	onSaved?: () => void;
	className?: string;
	children: (form: {
		/** The name, error and kept value of a field. */
		field: (name: string) => { name: string; error: string | undefined; defaultValue: string | undefined };
		sending: boolean;
		/** The summary of what is still wrong; to stand before the button. */
		problems: ReactNode;
	}) => ReactNode;
};

/**
 * A visitor's form. With JavaScript it checks itself, submits by fetch and answers in toasts; without, the server's page
 * answers above the fields. Marks what is wrong and moves the focus there; clears itself only when it has been saved.
 */
export function PublicForm({ texts, answer, encType, onSaved, className, children }: PublicFormProps) {
	const fetcher = useFetcher<Submission>();
	const { pathname } = useLocation();
	const form = useRef<HTMLFormElement>(null);
	const time = useRef<HTMLInputElement>(null);
	const [errors, setErrors] = useState(answer ? errorsIn(answer) : {});
	const [problems, setProblems] = useState<FormProblem[]>([]);
	const sending = fetcher.state !== "idle";
	const result = fetcher.data;

	const showResult = useEffectEvent((shown: Submission) => {
		if (!form.current) return;
		mark(form.current, errorsIn(shown));
		if (shown.outcome === "saved") form.current.reset();
		toast({ ...noticeFor(shown, texts), tone: shown.outcome === "saved" ? "success" : "destructive" });
		if (shown.outcome === "saved") onSaved?.();
	});
	useEffect(() => {
		if (result) showResult(result);
	}, [result]);

	/** Shows what is wrong with which field, and goes to the first one. */
	function mark(marked: HTMLFormElement, found: Record<string, string>) {
		const wrong = controlsOf(marked).filter((control) => found[control.name]);
		setErrors(found);
		setProblems(
			wrong.map((control) => ({ name: control.name, label: labelOf(control), focus: () => control.focus() })),
		);
		wrong[0]?.focus();
	}

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		const found = findProblems(event.currentTarget);
		mark(event.currentTarget, Object.fromEntries(found.map(({ name, message }) => [name, message])));
		if (found.length > 0) {
			event.preventDefault();
			toast({ ...noticeOfProblems(found, texts), tone: "destructive" });
		} else if (sending) event.preventDefault();
	}

	function handleInput({ target }: FormEvent<HTMLFormElement>) {
		const name = isControl(target) ? target.name : "";
		if (name in errors) setErrors(({ [name]: _answered, ...rest }) => rest);
	}

	return (
		<fetcher.Form
			ref={form}
			method="post"
			encType={encType}
			// Named, because the server's page is one for all queries and would differ from the browser's default.
			action={pathname}
			noValidate
			onSubmit={handleSubmit}
			onInput={handleInput}
			onFocus={() => {
				loadToaster();
				void fetchTime(time.current);
			}}
			className={className}
		>
			{answer && !result && <AnswerNotice answer={answer} texts={texts} />}
			<Trap />
			<input ref={time} type="hidden" name={timeField} />
			{children({
				sending,
				problems: <FormProblems problems={problems.filter(({ name }) => errors[name])} />,
				field: (name) => ({ name, error: errors[name], defaultValue: answer && valuesIn(answer)[name] }),
			})}
		</fetcher.Form>
	);
}

/** A sign, good for a day, of when the visitor began; the page itself is the same for all. Nobody misses one that failed to come. */
async function fetchTime(input: HTMLInputElement | null): Promise<void> {
	if (!input || input.dataset.asked) return;
	input.dataset.asked = "yes";
	const answer = await fetch("/api/form-time").catch(() => undefined);
	if (answer?.ok) input.value = await answer.text();
}

/** For a form's `clientAction`: a lost connection ends like any other failure, not in an error page. */
export async function submissionOrFailure(send: () => Promise<Submission>): Promise<Submission> {
	try {
		return await send();
	} catch (error) {
		// biome-ignore lint/suspicious/noConsole: failures are logged as well as shown (specification 8)
		console.error("the form was not sent:", error);
		return { outcome: "failed", message: "", missing: false, errors: {}, values: {} };
	}
}

const errorsIn = (answer: Submission) => (answer.outcome === "saved" ? {} : answer.errors);
const valuesIn = (answer: Submission) => (answer.outcome === "saved" ? {} : answer.values);

/** Where no script shows toasts. */
function AnswerNotice({ answer, texts }: { answer: Submission; texts: FormTexts }) {
	const { title, description } = noticeFor(answer, texts);
	return (
		<div
			role="status"
			className={clsx(
				"col-span-full rounded-sm border-l-3 px-4 py-3 text-small",
				answer.outcome === "saved"
					? "border-l-status-green bg-status-green-bg text-status-green"
					: "border-l-status-red bg-status-red-bg text-status-red",
			)}
		>
			<p className="font-semibold">{title}</p>
			<p>{description}</p>
		</div>
	);
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: EventTarget): target is Control =>
	target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const controlsOf = (form: HTMLFormElement): Control[] => [...form.elements].filter(isControl);

type Problem = { name: string; label: string; message: string; missing: boolean };

function findProblems(form: HTMLFormElement): Problem[] {
	return controlsOf(form).flatMap((control) => {
		const missing = isMissing(control);
		const message = problemWith(control);
		return message ? [{ name: control.name, label: labelOf(control), message, missing }] : [];
	});
}

/** Blanks alone fill in nothing. */
const isMissing = (control: Control) => control.required && control.value.trim() === "";

/** The browser's own constraints, in our words. */
function problemWith(control: Control): string | undefined {
	if (isMissing(control)) {
		return control.type === "file" ? "Please choose a file." : "Please fill in this field.";
	}
	if (control.validity.valid) return undefined;
	if (control.type === "email") return "Please enter an email address like name@company.com.";
	return control.validationMessage;
}

/** Without the asterisk, which is an element of its own. */
const labelOf = (control: Control): string => control.labels?.[0]?.firstChild?.textContent ?? "";
