import { createHash, randomBytes, randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { inboundSettings, signedRequest } from "#tests/inbound-message.ts";
import type { SiteServer } from "./site-server.ts";

/** A message that was handed over, by the way that `source` names. */
export type SentMail = { id: string; source: string; answers: string | undefined; fileSum: string };

/** Takes a message off the hands of whoever delivers it; resolves once it is the site's, or its mailbox's. */
type Deliver = (message: Uint8Array<ArrayBuffer>, name: string) => Promise<void>;

export type MailLoad = {
	sent: SentMail[];
	/** How many requests of the provider got no answer, or another than that the message was taken. */
	refused(): number;
	/** Ends the writers; resolves when the last message is handed over. */
	stop(): Promise<void>;
};

/** What `INBOUND_DIR` takes: written under another name, then renamed. */
export const intoFolder =
	(folder: string): Deliver =>
	async (message, name) => {
		await writeFile(join(folder, name), message);
		await rename(join(folder, name), join(folder, `${name}.eml`));
	};

/** Clients of all ways at once, each of whom writes, and then answers their own message. */
export function startMailLoad(site: SiteServer, ways: Record<string, Deliver>): MailLoad {
	const sent: SentMail[] = [];
	let [stopping, refused] = [false, 0];

	/** As a provider does, who tries again until it is told that the message is there. */
	const byWebhook: Deliver = async (message) => {
		for (;;) {
			const status = await fetch(`${site.url}/api/inbound-mail`, signedRequest(message)).then(
				(answer) => answer.status,
				() => 0,
			);
			if (status === 200 || status === 201) return;
			refused++;
			await pause(50);
		}
	};

	async function write(source: string, deliver: Deliver): Promise<void> {
		let last: SentMail | undefined;
		for (let number = 0; !stopping; number++) {
			const answers = number % 3 === 0 ? undefined : last;
			const { mail, message } = composeMail(`${source}-${number}`, answers?.id);
			last = { ...mail, source };
			// Names in the order of their sending, because answers name what came before them.
			await deliver(message, `${String(number).padStart(6, "0")}-${source}`);
			sent.push(last);
			await pause(Math.random() * 300);
		}
	}

	const running = Object.entries({ ...ways, webhook: byWebhook }).map(([source, deliver]) => write(source, deliver));
	return {
		sent,
		refused: () => refused,
		stop: async () => {
			stopping = true;
			await Promise.all(running);
		},
	};
}

function composeMail(name: string, answers: string | undefined) {
	const id = `<${name}@crash.example>`;
	const content = randomBytes(1000 + Math.random() * 200_000);
	const client = name.split("-")[0];
	const message = `From: ${client} <${client}@crash.example>\r
To: ${inboundSettings.INBOUND_ADDRESS}\r
Subject: ${answers ? "Re: " : ""}A picture\r
Message-ID: ${id}\r
${answers ? `In-Reply-To: ${answers}\r\n` : ""}Content-Type: multipart/mixed; boundary=b\r
\r
--b\r
\r
Message ${randomUUID()}.\r
--b\r
Content-Type: application/octet-stream; name="picture"\r
Content-Transfer-Encoding: base64\r
\r
${content.toString("base64").replace(/.{76}/g, "$&\r\n")}\r
--b--\r
`;
	return {
		mail: { id, answers, fileSum: sumOf(content) },
		message: new Uint8Array(Buffer.from(message)),
	};
}

export const sumOf = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
