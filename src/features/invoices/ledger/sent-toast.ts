import { notSentText } from "#features/mails/mail-strip.tsx";

/** Says to whom an email goes, or that no mail server is set up. */
export const sentToast = (title: string, to: string, isMailMissing: boolean) =>
	isMailMissing
		? { title: "Email Kept as a File", description: notSentText([to]) }
		: { title, description: `To ${to}.`, tone: "success" as const };
