import { describeTransport } from "#features/mails/mails.server.ts";
import { counted } from "#lib/text/text.ts";
import { type RetainedKind, retainedKinds, type Settings } from "#platform/process/settings.server.ts";
import { version } from "#platform/process/version.server.ts";

/** One line of the screen, with the environment variable that decides it, if one does. Never a secret. */
export type SettingFact = { label: string; value: string; variable?: string };

const retainedLabels: Record<RetainedKind, string> = {
	applications: "Applications are deleted",
	inquiries: "Inquiries are deleted",
	bookings: "Bookings are deleted",
	quarantine: "Submissions on hold are deleted",
	activity: "Activity log entries are deleted",
};

const secondStepTexts: Record<Settings["auth"]["requireSecondFactor"], string> = {
	off: "Not required",
	admins: "Required of admins",
	everyone: "Required of everyone",
};

export function describeSettings(settings: Settings): SettingFact[] {
	const { auth, retention } = settings;
	const mail = describeTransport(settings);
	return [
		{ label: "Version", value: version },
		{ label: "Site URL", value: settings.siteUrl, variable: "SITE_URL" },
		{
			label: "Email delivery",
			value: mail.server ? `Through ${mail.server}` : "Kept as files, not sent",
			variable: "SMTP_URL",
		},
		{ label: "Email sender", value: mail.from, variable: "MAIL_FROM" },
		{ label: "Staff notifications", value: mail.staff ?? "Not sent", variable: "STAFF_EMAIL" },
		{
			label: "Sign-up",
			value: auth.disableSignup ? "By invitation only" : "Open to anyone; new accounts have no rights",
			variable: "AUTH_DISABLE_SIGNUP",
		},
		{
			label: "Second step",
			value: secondStepTexts[auth.requireSecondFactor],
			variable: "AUTH_REQUIRE_SECOND_FACTOR",
		},
		{
			label: "Files are stored",
			value: settings.storage ? "In a bucket" : "On the server's disk",
			variable: "STORAGE_URL",
		},
		{
			label: "Uploads are scanned for malware",
			value: settings.clamdUrl ? "Yes" : "No",
			variable: "CLAMD_URL",
		},
		...retainedKinds.map((kind) => ({
			label: retainedLabels[kind],
			value: retention[kind] ? `After ${counted(retention[kind], "day")}` : "Never",
			variable: `RETENTION_${kind.toUpperCase()}_DAYS`,
		})),
	];
}
