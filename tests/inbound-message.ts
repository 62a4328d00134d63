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

/** A short message, whose Message-ID is made from its subject. */
export const mailOf = (subject: string, body = "Could you photograph our opening?") =>
	new Uint8Array(
		Buffer.from(
			`From: Iris Vale <iris@vale.example>\r\nTo: hello@firm.example\r\nSubject: ${subject}\r\nDate: Mon, 9 Nov 2026 10:00:00 +0000\r\nMessage-ID: <${subject.replace(/\W/g, "")}@vale.example>\r\n\r\n${body}\r\n`,
		),
	);
