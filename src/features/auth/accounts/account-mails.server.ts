import { firm } from "#lib/firm.ts";
import { counted } from "#lib/text/text.ts";
import { composeLetter, type LetterContent } from "#platform/mail/letter.server.tsx";

export const confirmationMail = (link: string, minutes: number): LetterContent =>
	composeLetter({
		subject: `Confirm your email address for ${firm().name}`,
		heading: "Confirm your email address.",
		paragraphs: [
			`Someone, most likely you, signed up at ${firm().name} with this email address.`,
			`Please confirm that it's yours. The link works once and expires in ${counted(minutes, "minute")}.`,
		],
		action: { label: "Confirm your email address", link },
		closing: "If this wasn't you, ignore this email. No one can use the account without this link.",
	});

export const recoveryMail = (link: string, minutes: number): LetterContent =>
	composeLetter({
		subject: `Reset your ${firm().name} password`,
		heading: "Reset your password.",
		paragraphs: [
			`Someone, most likely you, asked to reset your password at ${firm().name}.`,
			`Use this link to choose a new password. It works once and expires in ${counted(minutes, "minute")}.`,
		],
		action: { label: "Choose a new password", link },
		closing: "If this wasn't you, ignore this email. Your password won't change.",
	});

/** "{firm}" becomes the name that the firm has when the email is written. */
const named = (text: string) => text.replace("{firm}", firm().name);

const choosePasswordMail =
	(subject: string, heading: string, text: string, closing: string) =>
	(link: string, minutes: number): LetterContent =>
		composeLetter({
			subject: named(subject),
			heading,
			paragraphs: [
				named(text),
				`The link works once and expires in ${counted(minutes, "minute")}. If it has expired, choose “Forgot password?” on the sign-in page.`,
			],
			action: { label: "Choose a new password", link },
			closing,
		});

const unexpected = "If you weren't expecting this, reply to this email before you open the link.";

/** Sent to a user who was just made an admin. */
export const promotionMail = choosePasswordMail(
	"You're now an admin at {firm}",
	"You're now an admin.",
	"An admin at {firm} has made you an admin. Your old password no longer works, so please choose a new one.",
	unexpected,
);

/** Sent to the owner of a reactivated account whose password ended with its second step. */
export const reactivationMail = choosePasswordMail(
	"Your account at {firm} is active again",
	"Your account is active again.",
	"An admin at {firm} has reactivated your account. Your old password and your second step no longer work, so please choose a new password and set up a second step again.",
	unexpected,
);

/** Sent to the owner who has undone the addition of a second step. */
export const additionUndoneMail = choosePasswordMail(
	"Choose a new password for {firm}",
	"We've undone it.",
	"We've removed what was added to your {firm} account and logged you out on every device. Your old password no longer works, so please choose a new one.",
	"If you get other emails about changes that weren't yours, reply to this email.",
);

/** @param invitedBy the name and address of an admin: a name alone could be anything */
export const invitationMail = (link: string, invitedBy: string, days: number): LetterContent =>
	composeLetter({
		subject: `You're invited to join ${firm().name}`,
		heading: "You're invited.",
		paragraphs: [
			`${invitedBy} has invited you to create an account at ${firm().name}.`,
			`Use this link to enter your name and choose a password. It works once and expires in ${days} days.`,
		],
		action: { label: "Accept the invitation", link },
		closing: "If you weren't expecting this, ignore this email. We won't create an account unless you accept.",
	});

/** Sent to the owner of a confirmed account when someone signs up with its address. Contains no link that signs in. */
export const alreadyRegisteredMail = (): LetterContent =>
	composeLetter({
		subject: `You already have an account at ${firm().name}`,
		heading: "You already have an account.",
		paragraphs: [
			`Someone, most likely you, tried to sign up at ${firm().name} with this email address. It already has an account, and nothing has changed.`,
			"Sign in with your password. If you've forgotten it, choose “Forgot password?” on the sign-in page.",
		],
		closing: "If this wasn't you, you don't need to do anything.",
	});

export const passwordChangedMail = (): LetterContent =>
	composeLetter({
		subject: `Your ${firm().name} password was changed`,
		heading: "Your password was changed.",
		paragraphs: [
			`The password for your ${firm().name} account was just changed, and you were logged out on all your other devices.`,
		],
		closing: "If this wasn't you, choose “Forgot password?” on the sign-in page right away, and reply to this email.",
	});

/** Sent when strangers enter wrong passwords for an account. */
export const guessedPasswordMail = (): LetterContent =>
	composeLetter({
		subject: `Someone is guessing your password for ${firm().name}`,
		heading: "Someone is guessing your password.",
		paragraphs: [
			`Someone has entered many wrong passwords for your ${firm().name} account today, and didn't get in.`,
			"You don't need to do anything if your password is long and you use it nowhere else. A passkey protects you even better.",
			"If we refuse your password on a new device today, choose “Forgot password?” on the sign-in page, or use a passkey. Devices on which you've signed in before still work.",
		],
		closing: "If you have any questions, reply to this email.",
	});
