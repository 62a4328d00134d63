import type { UserMetadata } from "#features/auth/auth.schema.ts";
import type { User } from "#features/auth/auth.table.ts";
import type { PresentedFactor } from "#features/auth/factors/assurance.server.ts";
import { appMetadata } from "#features/auth/sessions/access-token.server.ts";
import { keyedUuid } from "#features/auth/sessions/auth-keys.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";

type Presentable = Omit<User, "password_hash" | "deactivated_at">;

/** What leaves the server of a user (contracts: auth 4.2). Times that never were are left out. */
export function presentUser(user: Presentable, factors: PresentedFactor[] = []) {
	const confirmedAt = user.confirmed_at ?? undefined;
	const lastSignInAt = user.last_sign_in_at ?? undefined;
	return {
		id: user.id,
		aud: "authenticated",
		role: "authenticated",
		email: user.email,
		phone: "",
		email_confirmed_at: confirmedAt,
		confirmed_at: confirmedAt,
		confirmation_sent_at: user.confirmation_sent_at ?? undefined,
		recovery_sent_at: user.recovery_sent_at ?? undefined,
		last_sign_in_at: lastSignInAt,
		app_metadata: appMetadata,
		user_metadata: user.user_metadata,
		identities: [
			{
				identity_id: user.id,
				id: user.id,
				user_id: user.id,
				identity_data: { sub: user.id, email: user.email, email_verified: user.confirmed_at !== null },
				provider: "email",
				last_sign_in_at: lastSignInAt,
				created_at: user.created_at,
				updated_at: user.updated_at,
			},
		],
		created_at: user.created_at,
		updated_at: user.updated_at,
		is_anonymous: false,
		...(factors.length > 0 && { factors }),
	};
}

/**
 * The answer to every sign-up that needs a confirmation: made from the request alone, so that it doesn't reveal whether
 * the address has an account. Its id belongs to no account.
 */
export function neutralUser(settings: Settings, email: string, metadata: UserMetadata, now: Date) {
	return presentUser({
		id: keyedUuid(settings, "neutral user", email),
		email,
		confirmed_at: null,
		user_metadata: metadata,
		confirmation_sent_at: now,
		recovery_sent_at: null,
		last_sign_in_at: null,
		created_at: now,
		updated_at: now,
	});
}
