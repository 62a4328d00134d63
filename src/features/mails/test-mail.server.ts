import { firm } from "#lib/firm.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import { composeLetter } from "#platform/mail/letter.server.tsx";
import type { QueuedMail } from "./mail-outbox.server.ts";

/** Per admin: enough to try out settings, too little to fill a mailbox. */
export const testMailLimit: RateLimit = { name: "test emails", points: 5, seconds: 3600 };

/** It goes to the admin who asks for it and to no one else, so that it can't reach strangers in our name. */
export const testMail = (to: string): QueuedMail => ({
	kind: "test",
	to,
	...composeLetter({
		subject: `Test email from ${firm().name}`,
		heading: "Email is working.",
		paragraphs: ["If you're reading this in your inbox, emails from the website are getting through."],
		closing: "If this email landed in your spam folder, check the SPF and DKIM records for the sender's domain.",
		reason: "You're getting this email because you requested it on the Email screen.",
	}),
});
