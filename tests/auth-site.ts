import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { GoTrueClient, type SupportedStorage } from "@supabase/auth-js";
import { afterAll, beforeAll } from "vitest";
import type { QueuedMail } from "#features/mails/mail-outbox.server.ts";
import type { Role } from "#features/users/users.schema.ts";
import { signInAs } from "./accounts.ts";
import { startTestApp, type TestApp } from "./app.ts";
import type { OnStatement } from "./database.ts";

export type AuthSite = TestApp & {
	/** A browser tab: the official client against the listening server. Tabs of one browser share their storage. */
	openTab(storage?: SupportedStorage): GoTrueClient;
	/** Posts or puts JSON as the client does, from any address. */
	send(method: "POST" | "PUT", path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
	/** Opens an emailed link as a browser would, without following its redirect. */
	open(link: string | undefined, method?: "GET" | "HEAD"): Promise<Response>;
	/** The newest email to an address. */
	mailTo(address: string): Promise<QueuedMail>;
	/** Moves the clock. */
	wait(seconds: number): void;
};

/** The test app with the authentication service listening on loopback. Its clock begins at the real time, which the client reads. */
export function startAuthSite(environment: Record<string, string> = {}, onStatement?: OnStatement): AuthSite {
	const site = startTestApp(environment, onStatement) as AuthSite;
	const server = createServer(
		getRequestListener((request) => site.api.fetch(request), { overrideGlobalObjects: false }),
	);
	let origin = "";

	beforeAll(async () => {
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		const address = server.address();
		origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
		site.setTime(new Date());
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});

	site.openTab = (storage = memoryStorage()) =>
		new GoTrueClient({
			url: `${origin}/auth/v1`,
			storage,
			storageKey: "test",
			autoRefreshToken: false,
			detectSessionInUrl: false,
			flowType: "implicit",
			experimental: { recoveryCodes: true },
		});
	site.send = async (method, path, body, headers) =>
		site.api.request(`/auth/v1${path}`, {
			method,
			body: typeof body === "string" ? body : JSON.stringify(body),
			headers: {
				"Content-Type": "application/json;charset=UTF-8",
				"X-Supabase-Api-Version": "2024-01-01",
				...headers,
			},
		});
	site.open = async (link, method = "GET") => {
		const { pathname, search } = new URL(link ?? "no link");
		return site.api.request(pathname + search, { method });
	};
	site.mailTo = async (address) => {
		const mail = (await site.mails()).findLast(({ to }) => to === address);
		if (!mail) throw new Error(`no mail to ${address}`);
		return mail;
	};
	site.wait = (seconds) => site.setTime(new Date(site.deps.clock().getTime() + seconds * 1000));
	return site;
}

/** Local storage of one browser. */
export function memoryStorage(): SupportedStorage {
	const entries = new Map<string, string>();
	return {
		getItem: (key) => entries.get(key) ?? null,
		setItem: (key, value) => {
			entries.set(key, value);
		},
		removeItem: (key) => {
			entries.delete(key);
		},
	};
}

/** Parameters in the fragment of a redirect. */
export function fragmentOf(response: Response): Record<string, string> {
	const location = new URL(response.headers.get("Location") ?? "");
	return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

export const tokenOf = (link = "") => new URLSearchParams(new URL(link).hash.slice(1)).get("invitation") ?? "";

/** Invites an address as an admin does. `accept` does what its owner does with the emailed link. */
export async function invite(site: AuthSite, role: Role, email: string) {
	const { headers } = await signInAs(site.deps, { role: "admin" });
	const send = (path: string, body: object) =>
		site.api.request(`/api/invitations${path}`, {
			method: "POST",
			headers: { ...headers, "content-type": "application/json" },
			body: JSON.stringify(body),
		});
	const answer = await send("", { email, role });
	if (!answer.ok) throw new Error(await answer.text());
	const { link = "" } = await site.mailTo(email);
	return {
		...(await answer.json()),
		link,
		accept: (input: { password: string; full_name?: string }) =>
			send("/accept", { token: tokenOf(link), full_name: "Grace Hopper", ...input }),
	};
}
