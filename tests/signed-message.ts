import { createHmac } from "node:crypto";

export const inboundSettings = {
	INBOUND_ADDRESS: "hello@firm.example",
	INBOUND_WEBHOOK_SECRET: "a-shared-word-of-the-tests-0123456789",
};

/** A provider's request, signed over its time and its bytes. */
export function signedRequest(
	body: Uint8Array<ArrayBuffer>,
	{ secret = inboundSettings.INBOUND_WEBHOOK_SECRET, at = Date.now() / 1000 } = {},
): RequestInit & { headers: Record<string, string> } {
	const timestamp = String(Math.floor(at));
	const signature = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex");
	return {
		method: "POST",
		body,
		headers: {
			"content-type": "message/rfc822",
			"x-signature-timestamp": timestamp,
			"x-signature": `sha256=${signature}`,
		},
	};
}
