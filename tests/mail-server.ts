import { once } from "node:events";
import type { Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { localhostCertificate } from "./localhost-certificate.ts";

/** What the server does with the next connections and messages. */
export type MailServerBehavior = {
	/** 'hang' takes the connection and never greets. */
	greeting?: "hang";
	/** Answers a recipient with this code and text, or takes it. */
	recipient?: (address: string) => { code: number; text: string } | undefined;
	/**
	 * What happens once the message has come in: it is kept or not, and the connection then breaks or hangs without an
	 * answer.
	 */
	message?: "take" | "drop" | "keep and drop" | "hang" | "keep and hang" | { code: number; text: string };
	/** 'cut' ends the connection while the message is still on its way. */
	data?: "cut";
	/** Answers no message before this. */
	hold?: Promise<void>;
};

type ReceivedMail = {
	from: string;
	to: string[];
	source: string;
	email: Email;
	/** It came over an encrypted connection. */
	encrypted: boolean;
	/** Who had signed in to send it. */
	user: string | undefined;
};

/** Who may send, and whether the server can encrypt before it asks. */
export type MailServerLogin = { user: string; password: string; startTls: boolean };

export type MailServer = {
	url: string;
	/** Every message that the server has answered for, or kept without an answer, oldest first. */
	received: ReceivedMail[];
	/** Names and passwords that someone has tried to sign in with. */
	logins: { user: string; password: string }[];
	behave(behavior: MailServerBehavior): void;
	/** Resolves when that many messages have been received in all. */
	receives(count: number): Promise<void>;
	/** Resolves after that many connections, greeted or not, or messages that have come in whole, answered or not. */
	reached(step: "connection" | "message", count?: number): Promise<void>;
	/** How many connections are open. */
	connections(): number;
	/** Ends every connection and stops listening; `start` comes back at the same address. */
	stop(): Promise<void>;
	start(): Promise<void>;
};

/** A real mail server on loopback that can be told to misbehave. With a login, it takes email only after one. */
export async function startMailServer(login?: MailServerLogin): Promise<MailServer> {
	const events = new EventTarget();
	const emit = (name: string) => events.dispatchEvent(new Event(name));
	const received: ReceivedMail[] = [];
	const logins: MailServer["logins"] = [];
	let behavior: MailServerBehavior = {};
	let port = 0;
	let server: SMTPServer;

	const refusal = ({ code, text }: { code: number; text: string }) =>
		Object.assign(new Error(text), { responseCode: code });

	function socketsOf(session: SMTPServerSession): Socket[] {
		const connections = server.connections as Set<{ session: SMTPServerSession; _socket: Socket }>;
		return [...connections].filter((connection) => connection.session.id === session.id).map(({ _socket }) => _socket);
	}

	function create(): SMTPServer {
		return new SMTPServer({
			...localhostCertificate,
			authOptional: !login,
			allowInsecureAuth: true,
			disabledCommands: [...(login?.startTls ? [] : ["STARTTLS"]), ...(login ? [] : ["AUTH"])],
			disableReverseLookup: true,
			onAuth: ({ username, password }, _session, done) => {
				const tried = { user: username ?? "", password: password ?? "" };
				logins.push(tried);
				if (tried.user === login?.user && tried.password === login.password) return done(null, { user: tried.user });
				done(refusal({ code: 535, text: "5.7.8 Bad credentials" }));
			},
			onConnect: (_session, done) => {
				emit("connection");
				if (behavior.greeting !== "hang") done();
			},
			onRcptTo: ({ address }, _session, done) => {
				const refused = behavior.recipient?.(address);
				done(refused ? refusal(refused) : null);
			},
			onData: async (stream, session, done) => {
				if (behavior.data === "cut") {
					stream.once("data", () => {
						for (const socket of socketsOf(session)) socket.destroy();
					});
					return;
				}
				const parts = await stream.toArray().catch(() => undefined);
				if (!parts) return; // the sender has ended within the message
				const source = Buffer.concat(parts).toString();
				const store = async () => {
					const { mailFrom, rcptTo } = session.envelope;
					const from = mailFrom ? mailFrom.address : "";
					const to = rcptTo.map(({ address }) => address);
					const { secure: encrypted, user } = session;
					received.push({ from, to, source, email: await PostalMime.parse(source), encrypted, user });
					emit("received");
				};
				const { message = "take" } = behavior;
				if (message === "take" || message === "keep and drop" || message === "keep and hang") await store();
				emit("message");
				await behavior.hold;
				if (typeof message === "object") return done(refusal(message));
				if (message === "take") return done();
				if (message === "hang" || message === "keep and hang") return;
				for (const socket of socketsOf(session)) socket.destroy();
			},
		});
	}

	async function start(): Promise<void> {
		server = create();
		server.on("error", () => undefined); // of connections that were cut
		const listening = server.listen(port, "127.0.0.1");
		await once(listening, "listening");
		const address = listening.address();
		if (typeof address === "object" && address) port = address.port;
	}

	await start();
	return {
		url: `smtp://127.0.0.1:${port}`,
		received,
		logins,
		start,
		behave: (next) => {
			behavior = next;
		},
		receives: async (count) => {
			while (received.length < count) await once(events, "received");
		},
		reached: (step, count = 1) =>
			new Promise((resolve) => {
				let left = count;
				events.addEventListener(step, () => {
					if (--left === 0) resolve();
				});
			}),
		connections: () => server.connections.size,
		stop: async () => {
			const closed = new Promise<void>((done) => server.close(() => done()));
			for (const connection of server.connections as Set<{ _socket: Socket }>) connection._socket.destroy();
			await closed;
		},
	};
}
