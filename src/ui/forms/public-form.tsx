import { clsx } from "clsx";
import {
	type FocusEvent,
	type FormEvent,
	type ReactNode,
	type SubmitEvent,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
} from "react";
import type { Reach } from "#lib/firm.ts";
import { readEmailAddress } from "#lib/reach/email-address.ts";
import { type Submission, timeField } from "#lib/submission.ts";
import { toast } from "#ui/toast.ts";
import { loadToaster } from "#ui/toast-area.tsx";
import { type FormTexts, noticeFor, noticeOfProblems } from "./form-notice.ts";
import { type FormProblem, FormProblems } from "./form-problems.tsx";
import { type Saved, SentPanel, type SentTexts } from "./sent-panel.tsx";
import { Trap } from "./trap.tsx";

type PublicFormProps = {
	texts: FormTexts;
	/** The path of its page, whose action takes the form. */
	action: string;
	/** The answer to a submission without JavaScript (`actionData`): gives the typed values back. */
	answer: Submission | undefined;
	/** What takes the form's place once it has been saved. */
	sent: SentTexts;
	reach: Reach;
	/** For a form with a file. */
	encType?: "multipart/form-data";
	/** How it is sent, where that is not by `fetch` to its page. */
	send?: (form: FormData) => Promise<Submission>;
	className?: string;
	children: (form: {
		/** The name, error and kept value of a field. */
		field: (name: string) => { name: string; error: string | undefined; defaultValue: string | undefined };
		sending: boolean;
		/** The summary of what is still wrong; to stand before the button. */
		problems: ReactNode;
		/** What the server has answered last. */
		answered: Submission | undefined;
	}) => ReactNode;
};

/** The place of a notice without scripts. The form's address ends with it, so that the browser goes there. */
const answerId = "answer";

/** A visitor's form. Once it has been saved, a panel that stays takes its place; from there, an empty form can be opened. */
export function PublicForm({ sent, reach, ...form }: PublicFormProps) {
	const { answer, action, texts } = form;
	const [saved, setSaved] = useState<Saved | undefined>(answer?.outcome === "saved" ? answer : undefined);
	/** Counts the forms that this visitor has begun. */
	const [begun, setBegun] = useState(0);
	if (!saved)
		return (
			<OpenForm key={begun} {...form} answer={begun ? undefined : answer} isAnother={begun > 0} onSaved={setSaved} />
		);

	function handleAnother() {
		setSaved(undefined);
		setBegun(begun + 1);
	}
	return (
		<SentPanel
			saved={saved}
			texts={sent}
			reach={reach}
			action={action}
			takesFocus={saved !== answer}
			onAnother={handleAnother}
		>
			{saved === answer && <AnswerNotice answer={answer} texts={texts} />}
		</SentPanel>
	);
}

type OpenFormProps = Omit<PublicFormProps, "sent" | "reach"> & {
	/** Takes the focus, because what had it is gone. */
	isAnother: boolean;
	/** After the toast that says so. */
	onSaved: (saved: Saved) => void;
};

/**
 * With JavaScript it checks itself, submits by fetch and answers in toasts; without, the server's page answers above the
 * fields. Marks what is wrong and moves the focus there.
 */
function OpenForm({ texts, action, answer, encType, send, isAnother, onSaved, className, children }: OpenFormProps) {
	const form = useRef<HTMLFormElement>(null);
	const time = useRef<HTMLInputElement>(null);
	const [errors, setErrors] = useState(answer ? errorsIn(answer) : {});
	const [problems, setProblems] = useState<FormProblem[]>([]);
	const [sending, setSending] = useState(false);
	const [result, setResult] = useState<Submission>();

	// The fields can take the focus again only once the form is no longer shown as being sent.
	const showResult = useEffectEvent((shown: Submission) => {
		if (!form.current) return;
		mark(form.current, errorsIn(shown));
		toast({ ...noticeFor(shown, texts), tone: shown.outcome === "saved" ? "success" : "destructive" });
		if (shown.outcome === "saved") onSaved(shown);
	});
	useEffect(() => {
		if (result) showResult(result);
	}, [result]);

	useEffect(() => {
		if (isAnother && form.current) controlsOf(form.current).find(isShown)?.focus();
	}, [isAnother]);

	const prepare = () => {
		loadToaster();
		void fetchTime(time.current);
	};
	// The visitor has already touched the form: that is what woke it.
	useEffect(prepare, []);

	/** Shows what is wrong with which field, and goes to the first one. */
	function mark(marked: HTMLFormElement, found: Record<string, string>) {
		const wrong = controlsOf(marked).filter((control) => found[control.name]);
		setErrors(found);
		setProblems(wrong.map((control) => ({ name: control.name, label: labelOf(control), focus: () => goTo(control) })));
		if (wrong[0]) goTo(wrong[0]);
	}

	function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		if (sending) return;
		const found = findProblems(event.currentTarget);
		mark(event.currentTarget, Object.fromEntries(found.map(({ name, message }) => [name, message])));
		if (found.length > 0) toast({ ...noticeOfProblems(found, texts), tone: "destructive" });
		else void handleSend(new FormData(event.currentTarget));
	}

	async function handleSend(filled: FormData) {
		setSending(true);
		setResult(await submissionOrFailure(() => (send ? send(filled) : postForm(action, filled))));
		setSending(false);
	}

	/** An error goes as soon as its field changes. A chosen file is checked at once: there is nothing more to type. */
	function handleChange({ target }: FormEvent<HTMLFormElement>) {
		if (!isControl(target)) return;
		if (target.type === "file") showProblem(target);
		else if (target.name in errors) setErrors(({ [target.name]: _answered, ...rest }) => rest);
	}

	/** What is wrong with a value is said when its field is left. What is still missing is said when the form is sent. */
	function handleBlur({ target }: FocusEvent<HTMLFormElement>) {
		// An error that came up while the button is pressed would move it away from under the pointer; sending says it, too.
		if (form.current?.querySelector("button:active")) return;
		if (isControl(target) && target.value.trim() !== "") showProblem(target);
	}

	function showProblem(control: Control) {
		const message = problemWith(control);
		if (!control.name || !message) return;
		setErrors((others) => ({ ...others, [control.name]: message }));
	}

	return (
		<form
			ref={form}
			method="post"
			encType={encType}
			action={`${action}#${answerId}`}
			noValidate
			onSubmit={handleSubmit}
			onChange={handleChange}
			onBlur={handleBlur}
			className={className}
		>
			{answer && !result && <AnswerNotice answer={answer} texts={texts} />}
			<Trap />
			<input ref={time} type="hidden" name={timeField} />
			{children({
				sending,
				answered: result ?? answer,
				problems: <FormProblems problems={problems.filter(({ name }) => errors[name])} />,
				field: (name) => ({ name, error: errors[name], defaultValue: answer && valuesIn(answer)[name] }),
			})}
		</form>
	);
}

/** A signed time of when the visitor began. Fetched, because the page is the same for everyone, and not required. */
async function fetchTime(input: HTMLInputElement | null): Promise<void> {
	if (!input || input.dataset.asked) return;
	input.dataset.asked = "yes";
	const answer = await fetch("/api/form-time").catch(() => undefined);
	if (answer?.ok) input.value = await answer.text();
}

/** Posts the form as a browser does, except that the answer is data instead of the page that would show it. */
async function postForm(action: string, form: FormData): Promise<Submission> {
	const fields = [...form].map(([name, value]) => [name, String(value)]);
	const headers = { accept: "application/json" };
	const response = await fetch(action, { method: "POST", body: new URLSearchParams(fields), headers });
	return asSubmission(await response.json());
}

/** @throws if the server answered with something else, such as an error page */
export function asSubmission(answer: unknown): Submission {
	if (typeof answer !== "object" || answer === null || !("outcome" in answer)) throw new Error("the form was refused");
	return answer as Submission;
}

/** A lost connection ends like any other failure, in the form's own words. */
async function submissionOrFailure(send: () => Promise<Submission>): Promise<Submission> {
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
			id={answerId}
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

/** The trap and the hidden fields are no place for the focus. */
const isShown = (control: Control) => control.type !== "hidden" && !control.closest("[inert]");

/** Where neither the page's header nor a toast, which is at the top on phones, lies over it. */
function goTo(control: Control): void {
	control.focus({ preventScroll: true });
	const { top, bottom } = control.getBoundingClientRect();
	if (top < 200 || bottom > innerHeight - 240) control.scrollIntoView({ block: "center" });
}

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
		const what = labelOf(control).toLowerCase();
		return control.type === "file" ? `Please choose your ${what}.` : `Please enter your ${what}.`;
	}
	// The server's rule, because the browser's own knows nothing of invisible characters.
	if (control.type === "email" && control.value.trim() !== "") {
		return readEmailAddress(control.value) ? undefined : "Please enter an email address like name@company.com.";
	}
	if (control.validity.valid) return undefined;
	return control.validationMessage;
}

/** Without the asterisk, which is an element of its own. */
const labelOf = (control: Control): string => control.labels?.[0]?.firstChild?.textContent ?? "";
