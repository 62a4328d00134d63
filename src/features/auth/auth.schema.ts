/** What argon2 is given at most, in bytes of UTF-8 (contracts: auth 6.4). */
export const maxPasswordBytes = 72;
export const maxEmailLength = 255;
/** Metadata travels inside the access token, and Node refuses requests with more than 16 KB of headers. */
export const maxMetadataBytes = 4096;

/** Of `full_name`, copied from the metadata into the profile. */
export const maxProfileNameLength = 200;

/** Kinds of mailed links: confirming an address, and choosing a new password. */
export const linkTypes = ["signup", "recovery"] as const;
export type LinkType = (typeof linkTypes)[number];

/** Written by the user at will: never a source of rights. */
export type UserMetadata = Record<string, unknown>;
