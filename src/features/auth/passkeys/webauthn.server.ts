import { isIP } from "node:net";
import { z } from "zod";
import type { User } from "#features/auth/auth.table.ts";
import { credentialRefused, unreadableCredential } from "#features/auth/factors/factor-errors.server.ts";
import type { Passkey } from "#features/auth/factors/factors.table.ts";
import { firm } from "#lib/firm.ts";
import { parseJson } from "#lib/text/json.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import type { Settings } from "#platform/process/settings.server.ts";

/** What a browser is asked, and the reading of what it answers. The reading itself is the library's (contracts: second-factor 17). */

/** The host of the site, without its port: passkeys belong to it. */
export const rpIdOf = ({ siteUrl }: Pick<Settings, "siteUrl">) => new URL(siteUrl).hostname;

/** Browsers refuse passkeys for an address by number, and for one that is neither encrypted nor this very machine. */
export function arePasskeysEnabled({ siteUrl }: Pick<Settings, "siteUrl">): boolean {
	const { protocol, hostname } = new URL(siteUrl);
	const isAddress = isIP(hostname.replaceAll(/[[\]]/g, "")) > 0;
	return !isAddress && (protocol === "https:" || hostname === "localhost");
}

/** ES256, EdDSA and RS256, in this order. */
const algorithms = [-7, -8, -257];

const timeout = 300_000;

const descriptor = ({ credential_id, transports }: Passkey) => ({
	id: credential_id,
	type: "public-key" as const,
	transports,
});

export function registrationOptions(settings: Settings, user: User, challenge: string, existing: Passkey[]) {
	const fullName = user.user_metadata.full_name;
	return {
		rp: { id: rpIdOf(settings), name: firm().name },
		user: {
			id: userHandle(user.id),
			name: user.email,
			displayName: typeof fullName === "string" && fullName ? fullName : user.email,
		},
		challenge,
		pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" as const })),
		timeout,
		excludeCredentials: existing.map(descriptor),
		attestation: "none" as const,
		authenticatorSelection: {
			residentKey: "required" as const,
			requireResidentKey: true,
			userVerification: "required" as const,
		},
	};
}

export const signInOptions = (settings: Settings, challenge: string) => ({
	challenge,
	timeout,
	rpId: rpIdOf(settings),
	userVerification: "required" as const,
	allowCredentials: [],
});

/** Without `hints` and `userVerification` the client would fill in others. */
export const stepUpOptions = (settings: Settings, challenge: string, passkey: Passkey) => ({
	...signInOptions(settings, challenge),
	allowCredentials: [descriptor(passkey)],
	hints: [],
});

/** The user's id as text, as in supabase/auth. */
const userHandle = (userId: string) => Buffer.from(userId).toString("base64url");

const base64url = z.string().regex(/^[\w-]+$/);
const credentialBase = {
	id: base64url,
	rawId: base64url,
	type: z.literal("public-key"),
	authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
};
const transports = z.array(z.string()).catch([]);
const registrationSchema = z.object({
	...credentialBase,
	response: z.object({ clientDataJSON: base64url, attestationObject: base64url, transports }),
});
const assertionSchema = z.object({
	...credentialBase,
	response: z.object({
		clientDataJSON: base64url,
		authenticatorData: base64url,
		signature: base64url,
		userHandle: base64url.nullish().transform((value) => value ?? undefined),
	}),
});

const clientDataSchema = z.object({ crossOrigin: z.boolean().optional(), topOrigin: z.unknown().optional() });

/** What stands of a page inside another site's page is refused. */
function requireOwnPage(clientDataJSON: string): void {
	const data = clientDataSchema.safeParse(parseJson(Buffer.from(clientDataJSON, "base64url").toString()));
	if (!data.success) throw unreadableCredential();
	if (data.data.crossOrigin || data.data.topOrigin !== undefined) throw credentialRefused();
}

function parse<Value>(schema: z.ZodType<Value>, credential: unknown): Value {
	const parsed = schema.safeParse(credential);
	if (!parsed.success) throw unreadableCredential();
	return parsed.data;
}

/** Takes a third of a second and 26 MB to load: only when someone has a passkey. */
const library = () => import("@simplewebauthn/server");

const knownTransports = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

type VerifyDeps = Pick<Deps, "settings">;

/** The sender of a credential learns only that it was refused, not what the library says about it. */
function refuse(): never {
	throw credentialRefused();
}

/** A new credential of a browser. @throws {AuthError} 400 */
export async function readRegistration(deps: VerifyDeps, credential: unknown, challenge: string) {
	const response = parse(registrationSchema, credential);
	requireOwnPage(response.response.clientDataJSON);
	const { verifyRegistrationResponse } = await library();
	const sent = knownTransports.filter((known) => response.response.transports.includes(known));
	const { verified, registrationInfo } = await verifyRegistrationResponse({
		response: {
			...response,
			authenticatorAttachment: response.authenticatorAttachment,
			response: { ...response.response, transports: sent },
			clientExtensionResults: {},
		},
		expectedChallenge: challenge,
		expectedOrigin: deps.settings.siteUrl,
		expectedRPID: rpIdOf(deps.settings),
		requireUserPresence: true,
		requireUserVerification: true,
		supportedAlgorithmIDs: algorithms,
	}).catch(refuse);
	if (!verified || !registrationInfo) throw credentialRefused();
	const { aaguid, credential: made, credentialBackedUp, credentialDeviceType } = registrationInfo;
	return {
		credential_id: made.id,
		public_key: Buffer.from(made.publicKey).toString("base64url"),
		counter: made.counter,
		transports: sent,
		backup_eligible: credentialDeviceType === "multiDevice",
		backed_up: credentialBackedUp,
		rp_id: rpIdOf(deps.settings),
		name: authenticatorNames[aaguid] ?? "Passkey",
	};
}

/** The id by which a browser's answer names its passkey. @throws {AuthError} 400 */
export const readCredentialId = (credential: unknown): string => parse(assertionSchema, credential).id;

/**
 * Checks a browser's proof of a passkey. The counter is the caller's to compare, in the statement that stores it.
 * @param needsHandle whether the browser chose the account itself, and has to say which
 * @throws {AuthError} 400
 */
export async function readAssertion(
	deps: VerifyDeps,
	credential: unknown,
	{ challenge, passkey, needsHandle }: { challenge: string; passkey: Passkey; needsHandle: boolean },
): Promise<{ counter: number; backedUp: boolean }> {
	const response = parse(assertionSchema, credential);
	requireOwnPage(response.response.clientDataJSON);
	const handle = response.response.userHandle;
	if (response.id !== passkey.credential_id || passkey.rp_id !== rpIdOf(deps.settings)) throw credentialRefused();
	if (handle === undefined ? needsHandle : handle !== userHandle(passkey.user_id)) throw credentialRefused();
	const { verifyAuthenticationResponse } = await library();
	const { verified, authenticationInfo } = await verifyAuthenticationResponse({
		response: { ...response, clientExtensionResults: {} },
		expectedChallenge: challenge,
		expectedOrigin: deps.settings.siteUrl,
		expectedRPID: passkey.rp_id,
		// The counter of 0 leaves its comparison to us.
		credential: {
			id: passkey.credential_id,
			publicKey: new Uint8Array(Buffer.from(passkey.public_key, "base64url")),
			counter: 0,
		},
		requireUserVerification: true,
	}).catch(refuse);
	const isEligible = authenticationInfo.credentialDeviceType === "multiDevice";
	if (!verified || isEligible !== passkey.backup_eligible) throw credentialRefused();
	return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
}

/** The most common ones, by what they say of themselves at registration. */
const authenticatorNames: Record<string, string> = {
	"ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
	"fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "Apple Passwords",
	"dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "Apple Passwords",
	"08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
	"9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
	"6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
	"bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
	"d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
	"531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
};
