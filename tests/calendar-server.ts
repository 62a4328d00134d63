import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A calendar of events that take the times between two moments, as services write it. */
export const calendarOf = (events: { id?: string; start: string; end: string }[]) =>
	[
		"BEGIN:VCALENDAR",
		...events.flatMap(({ id, start, end }, index) => [
			"BEGIN:VEVENT",
			`UID:${id ?? index}@calendar.example`,
			`DTSTART:${basic(start)}`,
			`DTEND:${basic(end)}`,
			"SUMMARY:Dentist in Main Street",
			"END:VEVENT",
		]),
		"END:VCALENDAR",
		"",
	].join("\r\n");

const basic = (moment: string) => new Date(moment).toISOString().replace(/[-:]|\.\d{3}/g, "");

/** A server on this machine with secret addresses: each path answers with a text, or does what it is told. */
export function startCalendarServer() {
	const answers = new Map<string, string | Answer>();
	const requests: { path: string; headers: IncomingMessage["headers"] }[] = [];
	const server = createServer((request, response) => {
		const path = request.url ?? "";
		requests.push({ path, headers: request.headers });
		const answer = answers.get(path);
		if (typeof answer === "function") answer(request, response);
		else if (answer === undefined) response.writeHead(404).end();
		else response.setHeader("content-type", "text/calendar").end(answer);
	});
	beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return {
		requests,
		url: (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
		answer: (path: string, answer: string | Answer) => answers.set(path, answer),
	};
}
