import { formatFirmMomentLong } from "#lib/time/firm-moment.ts";
import { composeLetter, type LetterContent } from "#platform/mail/letter.server.tsx";
import { site } from "#site.config.ts";

/** From which device, by a label of our own words, and when. */
export type Occasion = { device: string; at: Date };

/** The contract's own words end every one of these, and none has a link that signs in (contracts: second-factor 11). */
const closing = "If it was not you, choose 'Forgot password?' on the sign-in page at once, and write to us.";

const factsOf = ({ device, at }: Occasion) => [
	{ label: "Device", value: device },
	{ label: "Time", value: formatFirmMomentLong(site, at) },
];

export const appAddedMail = (occasion: Occasion): LetterContent =>
	composeLetter({
		subject: `An authenticator app was added to your account at ${site.name}`,
		heading: "An authenticator app was added.",
		paragraphs: ["From now on, signing in with your password also takes a second step."],
		facts: factsOf(occasion),
		closing,
	});

export const appRemovedMail = (occasion: Occasion): LetterContent =>
	composeLetter({
		subject: `An authenticator app was removed from your account at ${site.name}`,
		heading: "An authenticator app was removed.",
		paragraphs: ["Its codes no longer work for your account."],
		facts: factsOf(occasion),
		closing,
	});

export const passkeyAddedMail = (occasion: Occasion): LetterContent =>
	composeLetter({
		subject: `A passkey was added to your account at ${site.name}`,
		heading: "A passkey was added.",
		paragraphs: ["It can be used to sign in to your account without a password."],
		facts: factsOf(occasion),
		closing,
	});

export const passkeyRemovedMail = (occasion: Occasion): LetterContent =>
	composeLetter({
		subject: `A passkey was removed from your account at ${site.name}`,
		heading: "A passkey was removed.",
		paragraphs: ["It can no longer be used to sign in to your account."],
		facts: factsOf(occasion),
		closing,
	});

export const codesMadeMail = (occasion: Occasion): LetterContent =>
	composeLetter({
		subject: `New recovery codes for your account at ${site.name}`,
		heading: "New recovery codes were created.",
		paragraphs: ["Your previous recovery codes no longer work."],
		facts: factsOf(occasion),
		closing,
	});

export const codeUsedMail = (occasion: Occasion, remaining: number): LetterContent =>
	composeLetter({
		subject: `A recovery code was used at ${site.name}`,
		heading: "A recovery code was used.",
		paragraphs: [`It was used as the second step of a sign-in to your account. Codes left: ${remaining}.`],
		facts: factsOf(occasion),
		closing,
	});

export const newDeviceMail = (occasion: Occasion): LetterContent =>
	composeLetter({
		subject: `New sign-in to your account at ${site.name}`,
		heading: "New sign-in to your account.",
		paragraphs: ["Someone signed in to your account on a device we haven't seen before."],
		facts: factsOf(occasion),
		closing,
	});

export const wrongCodesMail = (occasion: Occasion): LetterContent =>
	composeLetter({
		subject: `Someone has your password for ${site.name}`,
		heading: "Someone has your password.",
		paragraphs: [
			"Someone entered the right password and then five wrong codes at the second step. They didn't get in. Please choose a new password.",
		],
		facts: factsOf(occasion),
		closing,
	});

export const factorResetMail = (occasion: Occasion): LetterContent =>
	composeLetter({
		subject: `Your second factor at ${site.name} was removed`,
		heading: "Your second factor was removed.",
		paragraphs: [
			"Someone who runs the site has removed your passkeys, your authenticator app, and your recovery codes, and has signed you out on every device. Your password has not changed. Please set up a second step again after you sign in.",
		],
		facts: factsOf(occasion),
		closing,
	});
