import { eq } from "drizzle-orm";
import { profilesTable } from "#features/users/users.table.ts";
import type { Database } from "#platform/database/database.server.ts";
import { notFound } from "#platform/http/http-errors.server.ts";
import { site } from "#site.config.ts";

/** The member of staff who is acting. */
export async function getMember(db: Database, userId: string) {
	const { email, full_name, role, signature } = profilesTable;
	const [member] = await db
		.select({ email, full_name, role, signature })
		.from(profilesTable)
		.where(eq(profilesTable.user_id, userId));
	if (!member) throw notFound("This profile");
	return member;
}

/** The name that colleagues see. */
export const nameOf = ({ full_name, email }: { full_name: string | null; email: string }) => full_name || email;

/** What clients see in From: a member's own address appears nowhere. */
export const senderNameOf = ({ full_name }: { full_name: string | null }) =>
	full_name ? `${full_name}, ${site.shortName}` : site.name;

/** The ending of a new reply. */
export const signatureOf = ({ signature }: { signature: string | null }) =>
	signature ?? `Best regards,\nThe ${site.name} Team`;

export async function updateSignature(tx: Database, userId: string, text: string | null): Promise<void> {
	await tx
		.update(profilesTable)
		.set({ signature: text?.trim() ? text : null })
		.where(eq(profilesTable.user_id, userId));
}
