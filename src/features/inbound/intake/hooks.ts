import type { VisitorRequest } from "#features/threads/request-mails.server.ts";
import type { ThreadRecord } from "#features/threads/thread-of-record.server.ts";
import type { Database } from "#platform/database/database.server.ts";

/** What the subjects do with a message that concerns their records; the root of the project puts them together. */
export type IntakeHooks = {
	/** Reopens a record that was settled. */
	reopen(tx: Database, record: ThreadRecord): Promise<void>;
	/** The emails of a new inquiry. */
	inquiryMails(
		id: string,
		inquiry: { name: string; email: string; subject: string | null; message: string },
	): Pick<VisitorRequest, "confirmation">;
};
