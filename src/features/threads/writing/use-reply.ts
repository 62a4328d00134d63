import { parseResponse } from "hono/client";
import { useRef, useState } from "react";
import { startChange } from "#admin/lists/last-change.ts";
import { ApiError } from "#admin/session/api-client.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { tellFailure } from "#admin/session/query-client.ts";
import { isWritten, notWrittenText } from "#features/threads/compose/written.ts";
import {
	type Attachment,
	type Conversation,
	type ConversationMessage,
	type ThreadOf,
	threadEndpoint,
} from "#features/threads/desk/conversation-query.ts";
import { reloadConversation } from "#features/threads/desk/drafts-query.ts";
import type { Person } from "#features/threads/threads.schema.ts";
import { holdKeys } from "#ui/focus/held-keys.ts";
import { chosenStatus, closeComposer } from "./composing.ts";
import { removeStoredFile, storeFiles } from "./draft-files.ts";
import { hasEmptyItem, newValues, otherStatus, proposedStatus, rememberStatus, valuesOf } from "./reply-values.ts";
import { useSentToast } from "./sent-toast.ts";
import { addressesIn, type DraftValues, useDraft } from "./use-draft.ts";

/** The question before a reply is sent if someone else is writing or has written. */
export type Question = {
	of: "typing" | "collision";
	text: string;
	messages: ConversationMessage[];
	sending: Sending;
};

type Sending = {
	/** What to do once it has been sent. */
	onSent?: (() => void) | undefined;
	/** The status that it sets. */
	status: string;
};

/** The reply that someone is writing. If anything fails, the text stays. */
export function useReply(
	record: ThreadOf,
	conversation: Conversation,
	{ others, noteKey, status }: { others: Person[]; noteKey(): void; status: string },
) {
	const { draft, messages } = conversation;
	const { user } = useAuth();
	const answering = { account: user?.id ?? "", table: record.table, status };
	const [values, setValues] = useState(() => (draft ? valuesOf(draft) : newValues(record.table, conversation)));
	const [key] = useState(() => crypto.randomUUID());
	const [nextStatus, setNextStatus] = useState(() => chosenStatus() ?? proposedStatus(answering));
	const [quote, setQuote] = useState(true);
	const [busy, setBusy] = useState(false);
	const [isTouched, setTouched] = useState(false);
	const [errors, setErrors] = useState<Record<string, string>>({});
	const [question, setQuestion] = useState<Question>();
	const { saver, conflict } = useDraft(record, draft);
	/** The newest message that the sender has read; if a later one exists, the sender is asked. */
	const seen = useRef(messages.at(-1)?.id ?? null);
	const tellSent = useSentToast(record);
	const reload = () => reloadConversation(record);

	/** As they are now: a file may arrive after more has been written. */
	const latest = useRef(values);

	function change(next: Partial<DraftValues>): void {
		latest.current = { ...latest.current, ...next };
		setValues(latest.current);
		setTouched(true);
		setErrors({});
		saver.change(latest.current);
		noteKey();
	}

	async function attach(chosen: readonly File[]): Promise<void> {
		const refusal = await storeFiles(record, chosen, (file) => change({ files: [...latest.current.files, file] }));
		if (refusal) setErrors({ file: refusal });
	}

	function removeFile(file: Attachment): void {
		change({ files: latest.current.files.filter((each) => each.id !== file.id) });
		removeStoredFile(file);
	}

	/** @param asked the question that the sender has answered with 'Send Anyway' */
	function send(sending: Sending, asked?: Question["of"]): void {
		if (busy) return;
		const isEmpty = !isWritten(values.text, conversation.signature);
		if (isEmpty || hasEmptyItem(values.text)) {
			setErrors({ text: isEmpty ? notWrittenText : "Please fill in or remove the empty list items." });
			return;
		}
		const typing = others.find(({ state }) => state === "typing");
		if (!asked && typing) {
			setQuestion({ of: "typing", text: `${typing.name} is writing a reply.`, messages: [], sending });
			return;
		}
		setQuestion(undefined);
		setBusy(true);
		setErrors({});
		void holdKeys(post(sending, asked === "collision"));
	}

	/** @returns whether it is on its way. Keys that come meanwhile are for what comes then, and for nothing if it is refused. */
	async function post({ onSent, status }: Sending, anyway: boolean): Promise<boolean> {
		const change = startChange();
		await saver.stop();
		try {
			const message = await parseResponse(
				threadEndpoint.replies.$post({
					param: record,
					json: {
						key,
						text: values.text,
						subject: values.subject,
						to: values.to,
						cc: addressesIn(values.cc),
						attachment_ids: values.files.map((file) => file.id),
						...(status && { status }),
						quote,
						after: seen.current,
						anyway,
					},
				}),
			);
			closeComposer(record);
			// Another one by its key is an exception.
			if (status === nextStatus) rememberStatus(answering, status);
			tellSent(message, status, change);
			onSent?.();
			void reload();
			return true;
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			saver.resume();
			saver.change(latest.current);
			setBusy(false);
			handleRefusal(error, { onSent, status });
			return false;
		}
	}

	function handleRefusal(error: Error, sending: Sending): void {
		if (error instanceof ApiError && error.code === "collision") {
			const current = error.current as { messages: ConversationMessage[] };
			seen.current = current.messages.at(-1)?.id ?? seen.current;
			setQuestion({ of: "collision", text: error.message, messages: current.messages, sending });
		} else if (error instanceof ApiError && error.status === 422) setErrors(error.fields);
		else tellFailure(error, "Failed to send the reply");
	}

	async function discard(): Promise<void> {
		await saver.stop();
		try {
			await threadEndpoint.draft.$delete({ param: record });
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			saver.resume();
			return tellFailure(error, "Failed to discard the draft. Please try again.");
		}
		closeComposer(record);
		await reload();
	}

	return {
		values,
		change,
		errors,
		busy,
		/** Whether something has been written since the composer opened. */
		isTouched,
		nextStatus,
		setNextStatus,
		quote,
		setQuote,
		attach,
		removeFile,
		send: (onSent?: () => void) => send({ onSent, status: nextStatus }),
		/** For the key that sets the status that isn't proposed. */
		sendOtherwise: (onSent?: () => void) => send({ onSent, status: otherStatus(answering, nextStatus) }),
		sendAnyway: () => question && send(question.sending, question.of),
		/** Says at the text why it isn't sent. */
		refuse: (text: string) => setErrors({ text }),
		question,
		keepWriting: () => setQuestion(undefined),
		/** Closes the composer and keeps the draft. */
		async keep(): Promise<void> {
			closeComposer(record);
			await saver.flush();
		},
		discard,
		/** What another window has stored meanwhile; null if it has discarded the draft. */
		conflict,
		async keepMine(): Promise<void> {
			await saver.keepMine(conflict ?? null);
		},
		takeTheirs(): void {
			saver.takeTheirs(conflict ?? null);
			latest.current = conflict ? valuesOf(conflict) : newValues(record.table, conversation);
			setValues(latest.current);
		},
	};
}
export type Reply = ReturnType<typeof useReply>;
