import { composeLetter, type LetterContent } from "#platform/mail/letter.server.tsx";
import { site } from "#site.config.ts";

export const confirmationMail = (link: string, minutes: number): LetterContent =>
	composeLetter({
		subject: `Confirm your email address for ${site.name}`,
		heading: "Confirm your email address.",
		paragraphs: [
			`Someone, most likely you, signed up with this address at ${site.name}.`,
			`Please confirm that it is yours. The link works once, within ${minutes} minutes.`,
		],
		action: { label: "Confirm your email address", link },
		closing: "If it was not you, ignore this message. Nobody can use the account without this link.",
	});

export const recoveryMail = (link: string, minutes: number): LetterContent =>
	composeLetter({
		subject: `Choose a new password for ${site.name}`,
		heading: "Choose a new password.",
		paragraphs: [
			`Someone, most likely you, asked for a new password at ${site.name}.`,
			`Open this link to choose one. It works once, within ${minutes} minutes.`,
		],
		action: { label: "Choose a new password", link },
		closing: "If it was not you, ignore this message. Your password stays as it is.",
	});

/** Goes to whoever has just been made an admin. */
export const promotionMail = (link: string, minutes: number): LetterContent =>
	composeLetter({
		subject: `You are an admin at ${site.name} now`,
		heading: "You are an admin now.",
		paragraphs: [
			`An admin of ${site.name} has given you the same role. Please choose a new password: the one from before no longer opens your account.`,
			`The link works once, within ${minutes} minutes. Later, choose 'Forgot password?' on the sign-in page.`,
		],
		action: { label: "Choose a new password", link },
		closing: "If you did not expect this, write to us before you open the link.",
	});

/** @param invitedBy the address of an admin: a name could be anything */
export const invitationMail = (link: string, invitedBy: string, days: number): LetterContent =>
	composeLetter({
		subject: `You are invited to ${site.name}`,
		heading: "You are invited.",
		paragraphs: [
			`${invitedBy} invites you to have an account at ${site.name}.`,
			`Open this link to choose your name and a password. It works once, within ${days} days.`,
		],
		action: { label: "Accept the invitation", link },
		closing: "If you did not expect this, ignore this message. There is no account until you accept.",
	});

/** Goes to the owner of a confirmed account when somebody signs up with its address; holds no link that signs in. */
export const alreadyRegisteredMail = (): LetterContent =>
	composeLetter({
		subject: `You already have an account at ${site.name}`,
		heading: "You already have an account.",
		paragraphs: [
			`Someone, most likely you, tried to sign up with this address at ${site.name}. It already has an account, and nothing has changed.`,
			"Sign in with your password. If you have forgotten it, choose 'Forgot password?' on the sign-in page.",
		],
		closing: "If it was not you, there is nothing that you need to do.",
	});

export const passwordChangedMail = (): LetterContent =>
	composeLetter({
		subject: `Your password at ${site.name} has changed`,
		heading: "Your password has changed.",
		paragraphs: [
			`The password of your account at ${site.name} has just been changed, and every other device has been signed out.`,
		],
		closing: "If it was not you, choose 'Forgot password?' on the sign-in page at once, and write to us.",
	});
