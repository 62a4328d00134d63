import { createHash, randomBytes } from "node:crypto";

/** 256 random bits in 43 characters: impossible to guess. */
export const newToken = () => randomBytes(32).toString("base64url");

/** SHA-256, in hex: what is stored of a token that opens something. */
export const tokenHash = (token: string) => createHash("sha256").update(token).digest("hex");
