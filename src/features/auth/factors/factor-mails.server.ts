import { undoDays } from "#features/auth/auth.schema.ts";
import { firm } from "#lib/firm.ts";
import { counted } from "#lib/text/text.ts";
import { formatFirmMomentLong } from "#lib/time/firm-moment.ts";
import { composeLetter, type LetterContent } from "#platform/mail/letter.server.tsx";
import { site } from "#site.config.ts";

/** From which device, by a label of our own words, and when. */
export type Occasion = { device: string; at: Date };

/** The contract's own words end these, and none has a link that signs in (contracts: second-factor 11). */
const closing = "If it was not you, choose 'Forgot password?' on the sign-in page at once, and write to us.";

/** "{firm}" in the subject becomes the name that the firm has when it is sent. */
const factorMail =
	(subject: string, heading: string, ...paragraphs: string[]) =>
	({ device, at }: Occasion, undoLink?: string): LetterContent =>
		composeLetter({
			subject: subject.replace("{firm}", firm().name),
			heading,
			paragraphs,
			facts: [
				{ label: "Device", value: device },
				{ label: "Time", value: formatFirmMomentLong(site, at) },
			],
			...(undoLink && { action: { label: "This wasn't me", link: undoLink } }),
			closing,
		});

const additionMail = (subject: string, heading: string, text: string) =>
	factorMail(
		subject,
		heading,
		text,
		`If this wasn't you, you can undo it with this link within ${undoDays} days. We'll then log you out on every device and email you a link to choose a new password.`,
	);

export const appAddedMail = additionMail(
	"An authenticator app was added to your account at {firm}",
	"An authenticator app was added.",
	"From now on, you'll need a second step when you sign in with your password.",
);

export const appRemovedMail = factorMail(
	"An authenticator app was removed from your account at {firm}",
	"An authenticator app was removed.",
	"Codes from this app no longer work for your account.",
);

export const passkeyAddedMail = additionMail(
	"A passkey was added to your account at {firm}",
	"A passkey was added.",
	"You can use the new passkey to sign in without a password.",
);

export const passkeyRemovedMail = factorMail(
	"A passkey was removed from your account at {firm}",
	"A passkey was removed.",
	"The passkey can no longer be used to sign in to your account.",
);

export const codesMadeMail = additionMail(
	"New recovery codes for your account at {firm}",
	"New recovery codes were created.",
	"Your account now has recovery codes. Each one works once.",
);

export const codesReplacedMail = additionMail(
	"New recovery codes for your account at {firm}",
	"New recovery codes were created.",
	"Your account has new recovery codes. The old ones no longer work.",
);

export const codeUsedMail = (remaining: number) =>
	factorMail(
		"A recovery code was used at {firm}",
		"A recovery code was used.",
		`Someone used a recovery code as the second step to sign in to your account. You have ${counted(remaining, "code")} left.`,
	);

export const newDeviceMail = factorMail(
	"New sign-in to your account at {firm}",
	"New sign-in to your account",
	"Someone signed in to your account on a device we haven't seen before.",
);

export const wrongCodesMail = factorMail(
	"Someone has your password for {firm}",
	"Someone has your password.",
	"Someone entered the right password and then five wrong codes at the second step. They didn't get in. Please choose a new password.",
);

export const factorResetMail = (at: Date): LetterContent =>
	factorMail(
		"Your second factor at {firm} was removed",
		"Your second step was removed.",
		"Someone who runs the site has removed every second step from your account and has logged you out on every device. Your password hasn't changed. After you sign in, please set up a second step again.",
	)({ device: "The server's command line", at });
