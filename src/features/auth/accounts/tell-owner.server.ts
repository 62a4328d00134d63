import type { User } from "#features/auth/auth.table.ts";
import type { Occasion } from "#features/auth/factors/factor-mails.server.ts";
import { queueAccountMail } from "#features/mails/mail-outbox.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Client } from "#platform/limits/client.server.ts";
import type { LetterContent } from "#platform/mail/letter.server.tsx";
import type { Deps } from "#platform/process/deps.server.ts";

/** Emails the owner of an account what has just been done with it, from which device, and when. */
export const tellOwner = (
	deps: Pick<Deps, "jobs" | "clock">,
	tx: Database,
	{ email }: Pick<User, "email">,
	compose: (occasion: Occasion) => LetterContent,
	{ device }: Client,
) => queueAccountMail(deps, tx, email, compose({ device, at: deps.clock() }));
