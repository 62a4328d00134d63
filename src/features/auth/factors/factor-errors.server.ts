import { AuthError, validationFailed } from "#features/auth/auth-errors.server.ts";

/** Refusals about second factors; codes and texts are the contract's (contracts: second-factor 3). */
const insufficient = (status: 401 | 403 | 422, message: string) => new AuthError(status, "insufficient_aal", message);

export const stepNeeded = () => insufficient(403, "Please confirm your sign-in with your second factor.");
export const stepNeededToEnroll = () => insufficient(403, "AAL2 required to enroll a new factor");
export const stepNeededToUnenroll = () => insufficient(422, "AAL2 required to unenroll verified factor");
export const stepNeededForCodes = () => insufficient(403, "AAL2 required to generate recovery codes");
export const stepNeededForPasskeys = () =>
	insufficient(403, "AAL2 session is required to manage passkeys when MFA is enabled");
export const stepNeededForUser = () =>
	insufficient(401, "AAL2 session is required to update email or password when MFA is enabled.");

export const verifyAgain = () =>
	new AuthError(403, "reauthentication_needed", "Please verify your second factor again.");

export const phoneEnrollDisabled = () =>
	new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
export const webauthnEnrollDisabled = () =>
	new AuthError(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn");
export const factorNameTaken = (name: string) =>
	new AuthError(
		422,
		"mfa_factor_name_conflict",
		`A factor with the friendly name "${name}" for this user already exists`,
	);
export const tooManyFactors = () =>
	new AuthError(
		422,
		"too_many_enrolled_mfa_factors",
		"Maximum number of verified factors reached, unenroll to continue",
	);
export const factorIdMalformed = () => new AuthError(404, "validation_failed", "factor_id must be an UUID");
export const factorNotFound = () => new AuthError(404, "mfa_factor_not_found", "Factor not found");
export const noCode = () => validationFailed("Code needs to be non-empty");
export const challengeUnknown = () =>
	new AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
export const challengeExpired = (id: string) =>
	new AuthError(422, "mfa_challenge_expired", `MFA challenge ${id} has expired, verify against another challenge`);
export const wrongTotpCode = () => new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");
export const factorRequired = () =>
	new AuthError(422, "mfa_factor_required", "Your account must keep a second factor. Add another one first.");
export const codesSoleFactor = () =>
	new AuthError(
		422,
		"mfa_recovery_codes_sole_factor",
		"Recovery codes cannot be the only verified factor. Delete them first.",
	);
export const unenrollCodesElsewhere = () =>
	new AuthError(
		422,
		"validation_failed",
		"Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes",
	);
export const unenrollPasskeyElsewhere = () =>
	new AuthError(
		422,
		"validation_failed",
		"Passkeys cannot be unenrolled with this endpoint, use DELETE /passkeys/{id}",
	);

export const noRecoveryCodes = () =>
	new AuthError(404, "mfa_factor_not_found", "The user has not enrolled recovery codes");
export const recoveryCodesExist = () =>
	new AuthError(
		422,
		"mfa_verified_factor_exists",
		"Recovery codes are already enrolled, regenerate them to get new ones",
	);
export const wrongRecoveryCode = () => new AuthError(422, "mfa_verification_failed", "Invalid recovery code entered");
export const recoveryCodesLocked = (retryAfter: number) =>
	new AuthError(429, "mfa_recovery_codes_locked", "Too many failed verification attempts, try again later", {
		retryAfter,
	});

export const passkeysDisabled = () => new AuthError(404, "passkey_disabled", "Passkeys are disabled");
export const passkeyNotFound = () => new AuthError(404, "validation_failed", "Passkey not found");
export const webauthnChallengeUnknown = () =>
	new AuthError(400, "webauthn_challenge_not_found", "Challenge not found or already used");
export const webauthnChallengeExpired = () => new AuthError(400, "webauthn_challenge_expired", "Challenge has expired");
export const unreadableCredential = () =>
	new AuthError(400, "webauthn_verification_failed", "Invalid credential response");
export const credentialRefused = () =>
	new AuthError(400, "webauthn_verification_failed", "Credential verification failed");
export const credentialExists = () =>
	new AuthError(422, "webauthn_credential_exists", "This credential is already registered");
export const tooManyPasskeys = () => new AuthError(422, "too_many_passkeys", "Maximum number of passkeys reached");
export const passkeyEmailNotConfirmed = () => new AuthError(403, "email_not_confirmed", "Email not confirmed");
