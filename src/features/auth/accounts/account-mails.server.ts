import { counted } from "#lib/text/text.ts";
import { composeLetter, type LetterContent } from "#platform/mail/letter.server.tsx";
import { site } from "#site.config.ts";

export const confirmationMail = (link: string, minutes: number): LetterContent =>
	composeLetter({
		subject: `Confirm your email address for ${site.name}`,
		heading: "Confirm your email address.",
		paragraphs: [
			`Someone, most likely you, signed up at ${site.name} with this email address.`,
			`Please confirm that it's yours. The link works once and expires in ${counted(minutes, "minute")}.`,
		],
		action: { label: "Confirm your email address", link },
		closing: "If this wasn't you, ignore this email. No one can use the account without this link.",
	});

export const recoveryMail = (link: string, minutes: number): LetterContent =>
	composeLetter({
		subject: `Reset your ${site.name} password`,
		heading: "Reset your password.",
		paragraphs: [
			`Someone, most likely you, asked to reset your password at ${site.name}.`,
			`Use this link to choose a new password. It works once and expires in ${counted(minutes, "minute")}.`,
		],
		action: { label: "Choose a new password", link },
		closing: "If this wasn't you, ignore this email. Your password won't change.",
	});

/** Sent to a user who was just made an admin. */
export const promotionMail = (link: string, minutes: number): LetterContent =>
	composeLetter({
		subject: `You're now an admin at ${site.name}`,
		heading: "You're now an admin.",
		paragraphs: [
			`An admin at ${site.name} has made you an admin. Your old password no longer works, so please choose a new one.`,
			`The link works once and expires in ${counted(minutes, "minute")}. If it has expired, choose “Forgot password?” on the sign-in page.`,
		],
		action: { label: "Choose a new password", link },
		closing: "If you weren't expecting this, reply to this email before you open the link.",
	});

/** @param invitedBy the name and address of an admin: a name alone could be anything */
export const invitationMail = (link: string, invitedBy: string, days: number): LetterContent =>
	composeLetter({
		subject: `You're invited to join ${site.name}`,
		heading: "You're invited.",
		paragraphs: [
			`${invitedBy} has invited you to create an account at ${site.name}.`,
			`Use this link to enter your name and choose a password. It works once and expires in ${days} days.`,
		],
		action: { label: "Accept the invitation", link },
		closing: "If you weren't expecting this, ignore this email. We won't create an account unless you accept.",
	});

/** Sent to the owner of a confirmed account when someone signs up with its address. Contains no link that signs in. */
export const alreadyRegisteredMail = (): LetterContent =>
	composeLetter({
		subject: `You already have an account at ${site.name}`,
		heading: "You already have an account.",
		paragraphs: [
			`Someone, most likely you, tried to sign up at ${site.name} with this email address. It already has an account, and nothing has changed.`,
			"Sign in with your password. If you've forgotten it, choose “Forgot password?” on the sign-in page.",
		],
		closing: "If this wasn't you, you don't need to do anything.",
	});

export const passwordChangedMail = (): LetterContent =>
	composeLetter({
		subject: `Your ${site.name} password was changed`,
		heading: "Your password was changed.",
		paragraphs: [
			`The password for your ${site.name} account was just changed, and you were logged out on all your other devices.`,
		],
		closing: "If this wasn't you, choose “Forgot password?” on the sign-in page right away, and reply to this email.",
	});
