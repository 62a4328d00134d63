import { z } from "zod";
import { storedText } from "#lib/fields.ts";

/** What argon2 is given at most, in bytes of UTF-8 (contracts: auth 6.4). */
export const maxPasswordBytes = 72;
export const maxEmailLength = 255;
/** Metadata travels inside the access token, and Node refuses requests with more than 16 KB of headers. */
export const maxMetadataBytes = 4096;

/** Of `full_name`, copied from the metadata into the profile. */
export const maxProfileNameLength = 200;

/** Kinds of emailed links: confirming an address, and choosing a new password. */
export const linkTypes = ["signup", "recovery"] as const;
export type LinkType = (typeof linkTypes)[number];

/** Written by the user at will: never a source of rights. */
export type UserMetadata = Record<string, unknown>;

/** What a request has proven: one factor, or two (contracts: second-factor 1). */
export const levels = ["aal1", "aal2"] as const;
export type Level = (typeof levels)[number];

/** Ways to begin a session; `otp` is an emailed link. */
export const signInMethods = ["password", "otp", "passkey"] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** The methods that make `aal2`; nothing else does. */
export const strongMethods = ["totp", "mfa/webauthn", "mfa/recovery_code", "passkey"] as const;
export type StrongMethod = (typeof strongMethods)[number];

/** As in the claim `amr`: when, in Unix seconds, something was proven. */
export type AuthenticationMethod = { method: SignInMethod | StrongMethod; timestamp: number };

export const maxFactorNameLength = 120;

/** For so long the email about an added second step undoes the addition. */
export const undoDays = 3;

/** The target of that link. As in invitations, the token is in the fragment, and opening the link does nothing yet. */
export const undoView = "undo";
export const undoPath = `/auth?view=${undoView}`;

/** A text that can't be a token is read as one that no addition has. */
export const undoSchema = z.object({ token: z.string().pipe(storedText.max(100).catch("")) });
