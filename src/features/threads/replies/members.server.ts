import { eq } from "drizzle-orm";
import { type Profile, profilesTable } from "#features/auth/accounts/profiles.table.ts";
import { firm } from "#lib/firm.ts";
import type { Database } from "#platform/database/database.server.ts";
import { getRow } from "#platform/records/records.server.ts";

/** The member of staff who is acting. */
export const getMember = (db: Database, userId: string): Promise<Profile> =>
	getRow(db, profilesTable, eq(profilesTable.user_id, userId), "This profile");

/** The name that colleagues see. */
export const nameOf = ({ full_name, email }: { full_name: string | null; email: string }) => full_name || email;

/** What clients see in From: a member's own address appears nowhere. */
export const senderNameOf = ({ full_name }: { full_name: string | null }) =>
	full_name ? `${full_name}, ${firm().shortName}` : firm().name;

/** The ending of a new reply. */
export const signatureOf = ({ signature }: { signature: string | null }) =>
	signature ?? `Best regards,\nThe ${firm().name} Team`;

export async function updateSignature(tx: Database, userId: string, text: string | null): Promise<void> {
	await tx
		.update(profilesTable)
		.set({ signature: text?.trim() ? text : null })
		.where(eq(profilesTable.user_id, userId));
}
