import { createHash, timingSafeEqual } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { DatabaseHandle } from "#platform/database/database.server.ts";
import { syncs } from "#platform/files/durable-files.server.ts";
import type { Settings } from "./settings.server.ts";
import { version } from "./version.server.ts";

/** The buckets range from a page in memory to a PDF that has to be typeset. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of this process. Every process reports only its own. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
	const registry = new Registry();
	const registers = [registry];
	const live = { count: () => 0 };
	const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
		new Counter({ name, help, labelNames, registers });
	const lookups = addTallies(registry, {
		name: "page_cache_lookups_total",
		help: "Requests for public pages, by whether the page was in memory",
		labelNames: ["result"],
	});
	new Gauge({ name: "site_info", help: "What runs here", labelNames: ["version"], registers }).set({ version }, 1);
	addGauge(registry, "live_connections", "Open live-update streams", () => live.count());
	new Counter({
		name: "disk_syncs_total",
		help: "Files and folders synced to disk",
		labelNames: ["what"],
		registers,
		collect() {
			this.reset();
			this.inc({ what: "file" }, syncs.files);
			this.inc({ what: "folder" }, syncs.folders);
		},
	});
	return {
		registry,
		/** Set by the module that holds the streams of live changes. */
		live,
		/** The count of this histogram is the number of requests. */
		requests: new Histogram({
			name: "http_request_duration_seconds",
			help: "Requests by method, route, and status, without pages from the page cache; a live stream counts when it begins",
			labelNames: ["method", "route", "status"],
			buckets: seconds,
			registers,
		}),
		/** They never reach the app. Their latency isn't measured, because that would take too long in comparison. */
		cachedAnswers: addTallies(registry, {
			name: "page_cache_answers_total",
			help: "Requests answered from the page cache, by route and status; not in http_request_duration_seconds",
			labelNames: ["route", "status"],
		}),
		callBookings: counter("call_bookings_total", "Calls requested for a specific time, by result", "result"),
		callChanges: counter("call_changes_total", "Calls moved and canceled, by who did it", "by", "what"),
		callReminders: counter("call_reminders_total", "Call reminders that were sent or dropped", "kind", "result"),
		callSlots: new Histogram({
			name: "call_slots_duration_seconds",
			help: "Time taken to list the free times for calls",
			buckets: seconds,
			registers,
		}),
		feedReads: counter("calendar_feed_reads_total", "Requests for calendar feeds, by status", "status"),
		inboundMails: counter("inbound_mails_total", "Incoming emails, by source and outcome", "source", "outcome"),
		mailBounces: counter("mail_bounces_total", "Emails that bounced"),
		inboundLastSuccess: new Gauge({
			name: "inbound_last_success_timestamp_seconds",
			help: "When each source of incoming email was last read",
			labelNames: ["source"],
			registers,
		}),
		/** 1 while this process holds the mailbox. */
		inboundConnected: new Gauge({
			name: "inbound_connected",
			help: "Whether this process is connected to the mailbox",
			registers,
		}),
		pageCache: { hit: lookups("hit"), miss: lookups("miss") },
	};
}

/**
 * A counter of plain numbers, which the metrics read on request: the library's `inc` takes a noticeable part of the time
 * in which a page is sent from memory.
 * @returns a function that returns the number for the values of the labels, in the order of their names
 */
function addTallies(registry: Registry, counter: { name: string; help: string; labelNames: string[] }) {
	const tallies = new Map<string, { labels: Record<string, string>; count: number }>();
	new Counter({
		...counter,
		registers: [registry],
		collect() {
			this.reset();
			for (const { labels, count } of tallies.values()) this.inc(labels, count);
		},
	});
	return (...values: string[]): { count: number } => {
		const key = values.join(" ");
		const known = tallies.get(key);
		if (known) return known;
		const labels = Object.fromEntries(counter.labelNames.map((name, place) => [name, values[place] ?? ""]));
		const tally = { labels, count: 0 };
		tallies.set(key, tally);
		return tally;
	};
}

/** Values that are read only on request: the job queue, which all processes share, and this process's pool. */
export function watchDatabase({ registry }: Metrics, database: DatabaseHandle): void {
	const addQueueGauge = (name: string, help: string, value: "jobs" | "age") =>
		new Gauge({
			name,
			help,
			labelNames: ["kind"],
			registers: [registry],
			async collect() {
				this.reset();
				for (const row of await readQueue(database)) this.set({ kind: row.kind }, row[value]);
			},
		});
	addQueueGauge("job_queue_waiting", "Waiting jobs, by kind", "jobs");
	addQueueGauge("job_queue_oldest_seconds", "Age of the oldest due job, by kind", "age");
	const { pool } = database;
	const connections = "Open connections of this process, including those that listen and watch";
	addGauge(registry, "database_connections", connections, () => pool().open);
	addGauge(registry, "database_pool_size", "Maximum number of connections that requests can share", () => pool().size);
}

/** A number that is read whenever someone asks for the metrics. */
export function addGauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>): void {
	new Gauge({
		name,
		help,
		registers: [registry],
		async collect() {
			this.set(await read());
		},
	});
}

async function readQueue(database: DatabaseHandle): Promise<{ kind: string; jobs: number; age: number }[]> {
	const { rows } = await database.query(
		`select name as kind, count(*)::int as jobs, extract(epoch from max(now() - start_after))::float8 as age
			from pgboss.job where state < 'active' and name not like $1 group by name`,
		["\\_\\_pgboss%"],
	);
	return rows.map(({ kind, jobs, age }) => ({ kind: String(kind), jobs: Number(jobs), age: Math.max(0, Number(age)) }));
}

/**
 * Allows callers with the token or, without a token, callers on this machine. Behind a proxy, every request comes
 * from the proxy's address, which may be this machine's, so only the token counts there.
 */
export function mayReadMetrics(c: Context, { metricsToken, trustedProxies }: Settings): boolean {
	const [, token] = c.req.header("authorization")?.match(/^Bearer (.+)$/i) ?? [];
	if (metricsToken && token) return timingSafeEqual(digest(token), digest(metricsToken));
	if (trustedProxies > 0 || c.req.header("x-forwarded-for")) return false;
	const address = c.env?.incoming ? getConnInfo(c).remote.address : undefined;
	return address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);
}

const digest = (text: string) => createHash("sha256").update(text).digest();
