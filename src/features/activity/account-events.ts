/** What the activity log records about accounts, in addition to changes of records (docs/decisions/033). */
export const accountEvents = [
	"signed_in",
	"sign_in_failed",
	"session_reused",
	"password_changed",
	"password_change_failed",
	"sessions_ended",
	"deactivated",
	"reactivated",
] as const;
export type AccountEvent = (typeof accountEvents)[number];
