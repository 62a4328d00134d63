import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** What may be wrong with an answer of the authenticator, or of the browser around it. */
export type Flaws = {
	origin?: string;
	rpId?: string;
	type?: string;
	challenge?: string;
	crossOrigin?: boolean;
	topOrigin?: string;
	verified?: boolean;
	present?: boolean;
	counter?: number;
	userHandle?: string;
	/** Whether the key may be copied to other devices; set apart from that in the other flag. */
	backupEligible?: boolean;
	alteredSignature?: boolean;
};

type Options = { challenge: string; user?: { id: string } };

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest();

/** The part of CBOR that attestations need. */
function cbor(value: unknown): Buffer {
	if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
	if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
	if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
	if (value instanceof Map) {
		return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])]);
	}
	throw new Error("CBOR for tests has no such type");
}

function head(type: number, value: number): Buffer {
	if (value < 24) return Buffer.from([(type << 5) | value]);
	if (value < 256) return Buffer.from([(type << 5) | 24, value]);
	return Buffer.from([(type << 5) | 25, value >> 8, value & 255]);
}

/** A passkey in software: ES256, attestation none, as the browser hands it to the auth client. */
export class TestAuthenticator {
	readonly id = randomBytes(16);
	readonly #privateKey: KeyObject;
	readonly #publicKey: Buffer;
	#userHandle = "";
	counter = 0;
	readonly #site: { origin: string; rpId: string };

	constructor(origin: string) {
		this.#site = { origin, rpId: new URL(origin).hostname };
		const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
		this.#privateKey = privateKey;
		const { x = "", y = "" } = publicKey.export({ format: "jwk" });
		this.#publicKey = cbor(
			new Map<number, unknown>([
				[1, 2],
				[3, -7],
				[-1, 1],
				[-2, Buffer.from(x, "base64url")],
				[-3, Buffer.from(y, "base64url")],
			]),
		);
	}

	/** `navigator.credentials.create`. */
	create({ challenge, user }: Options, flaws: Flaws = {}) {
		this.#userHandle = user?.id ?? "";
		const length = Buffer.from([0, this.id.length]);
		const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey]);
		const authData = Buffer.concat([this.#authenticatorData(flaws, 0x40), attested]);
		const attestation = new Map<string, unknown>([
			["fmt", "none"],
			["attStmt", new Map()],
			["authData", authData],
		]);
		return this.#credential({
			clientDataJSON: this.#clientData("webauthn.create", challenge, flaws),
			attestationObject: base64url(cbor(attestation)),
			transports: ["internal", "telepathy"],
		});
	}

	/** `navigator.credentials.get`. */
	get({ challenge }: Options, flaws: Flaws = {}) {
		this.counter = flaws.counter ?? this.counter;
		const clientDataJSON = this.#clientData("webauthn.get", challenge, flaws);
		const authenticatorData = this.#authenticatorData(flaws, 0);
		const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, "base64url"))]);
		const signature = sign("sha256", signed, this.#privateKey);
		if (flaws.alteredSignature) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
		return this.#credential({
			clientDataJSON,
			authenticatorData: base64url(authenticatorData),
			signature: base64url(signature),
			userHandle: flaws.userHandle ?? this.#userHandle,
		});
	}

	#credential<Response>(response: Response) {
		const id = base64url(this.id);
		return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
	}

	#clientData(type: string, challenge: string, flaws: Flaws): string {
		const data = {
			type: flaws.type ?? type,
			challenge: flaws.challenge ?? challenge,
			origin: flaws.origin ?? this.#site.origin,
			crossOrigin: flaws.crossOrigin ?? false,
			...(flaws.topOrigin && { topOrigin: flaws.topOrigin }),
		};
		return base64url(Buffer.from(JSON.stringify(data)));
	}

	#authenticatorData(flaws: Flaws, more: number): Buffer {
		const { present = true, verified = true, backupEligible = false } = flaws;
		const flags = (present ? 1 : 0) | (verified ? 4 : 0) | (backupEligible ? 8 : 0) | more;
		const counter = Buffer.alloc(4);
		counter.writeUInt32BE(this.counter);
		return Buffer.concat([sha256(flaws.rpId ?? this.#site.rpId), Buffer.from([flags]), counter]);
	}
}
