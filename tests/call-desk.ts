import { beforeEach } from "vitest";
import { bookingsTable } from "#features/bookings/bookings.table.ts";
import { action as callAction, loader as callLoader } from "#features/bookings/guests/call-page.tsx";
import { action } from "#features/bookings/page/book-call-page.tsx";
import { callHoursTable, firstCallHours } from "#features/bookings/slots/call-hours.table.ts";
import { callReservationsTable } from "#features/bookings/slots/call-reservations.table.ts";
import { mailsTable } from "#features/mails/mails.table.ts";
import { quarantineTable } from "#features/quarantine/quarantine.table.ts";
import { signInAs } from "./accounts.ts";
import { startTestApp } from "./app.ts";
import { routeArgs } from "./loaders.ts";

/** A Monday morning, at 10 in New York. Ahead of the real clock, by which an answer says whether a call is over. */
export const now = new Date("2030-06-03T14:00:00Z");
/** Tuesday at 10 in New York. */
export const slot = "2030-06-04T14:00:00Z";

export const guest = {
	firstName: "Ada",
	lastName: "Byron",
	email: "ada@example.com",
	phone: "(555) 010-0199",
	projectDescription: "We open in spring.",
};

type Sent = { data: Record<string, unknown> & { outcome: string; nearest?: string[] }; status: number };

export const post = (path: string, fields: Record<string, string>) =>
	new Request(`http://site.test${path}`, { method: "POST", body: new URLSearchParams(fields) });

export const tokenIn = (text: string | undefined, place = "call") =>
	new RegExp(`/${place}/([\\w-]{43})`).exec(text ?? "")?.[1] ?? "";

/** An app in which guests book calls and staff look after them, empty before each test. */
export function startCallDesk(environment: Record<string, string> = {}) {
	const app = startTestApp({ STAFF_EMAIL: "desk@pilcrow.example", ...environment });
	beforeEach(async () => {
		app.setTime(now);
		const { db, database } = app.deps;
		for (const table of [bookingsTable, quarantineTable, mailsTable, callHoursTable]) await db.delete(table);
		await database.query("delete from pgboss.job where name in ('mail', 'booking-calendar')");
	});

	async function book(fields: Record<string, string> = {}): Promise<Sent> {
		const answer = await action(routeArgs(app.deps, post("/book-call", { ...guest, slot, ...fields }), {}) as never);
		return { data: answer.data as Sent["data"], status: answer.init?.status ?? 200 };
	}

	/** Signed in again unless it says who: sessions end while the clock of a test runs ahead. */
	async function api(method: string, path: string, body?: object, staff?: string) {
		const authorization = staff ?? (await signInAs(app.deps, { role: "admin" })).authorization;
		const response = await app.api.request(path, {
			method,
			...(body && { body: JSON.stringify(body) }),
			headers: { authorization, "content-type": "application/json" },
		});
		return { status: response.status, body: response.status === 204 ? undefined : await response.json() };
	}

	async function slotsOf(from = "2030-06-04", days = 1): Promise<string[]> {
		const { body } = await api("GET", `/api/call-slots?from=${from}&days=${days}`);
		return body.days.flatMap((day: { slots: string[] }) => day.slots);
	}

	/** The link in the guest's newest email. */
	async function guestToken(place = "call"): Promise<string> {
		const mails = (await app.mails()).filter(({ to }) => to === guest.email);
		return tokenIn(mails.at(-1)?.text, place);
	}

	async function open(token: string) {
		const answer = await callLoader(
			routeArgs(app.deps, new Request(`http://site.test/call/${token}`), { token }) as never,
		);
		return "init" in answer && answer.init
			? { status: answer.init.status ?? 200, ...answer.data }
			: { status: 200, ...answer };
	}

	async function act(token: string, fields: Record<string, string>) {
		const answer = await callAction(routeArgs(app.deps, post(`/call/${token}`, fields), { token }) as never);
		return "init" in answer && answer.init
			? { status: answer.init.status ?? 200, ...(answer.data as object) }
			: { status: 200, ...(answer as object) };
	}

	return {
		app,
		book,
		api,
		slotsOf,
		guestToken,
		open,
		act,
		stored: async () => app.deps.db.select().from(bookingsTable),
		reservations: async () => app.deps.db.select().from(callReservationsTable),
		setHours: (changes: Partial<typeof firstCallHours>) =>
			app.deps.db.insert(callHoursTable).values({ ...firstCallHours, ...changes }),
	};
}
