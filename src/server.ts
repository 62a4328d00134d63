import "./platform/process/private-umask.server.ts";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "./app.server.ts";
import { makeSetupLink } from "./features/auth/setup/setup.server.ts";
import { cacheAddress } from "./page-addresses.server.ts";
import { refuseDoubled } from "./platform/http/doubled-headers.server.ts";
import { limitPipelining } from "./platform/http/pipelining.server.ts";
import { commonHeaders } from "./platform/http/security-headers.server.ts";
import { cutSilentBodies } from "./platform/http/silent-bodies.server.ts";
import { createPageCache } from "./platform/pages/page-cache.server.ts";
import { readPublicPages } from "./platform/pages/public-pages.server.ts";
import { DatabaseStartError } from "./platform/postgres/postgres-binaries.server.ts";
import { createLogger } from "./platform/process/logger.server.ts";
import { projectRoot } from "./platform/process/project-root.server.ts";
import { readSettings, SettingsError } from "./platform/process/settings.server.ts";
import { version } from "./platform/process/version.server.ts";
import { openServices } from "./services.server.ts";

/** A stop that takes longer than this is ended the hard way (contracts: operations, life of the process). */
const stopWithinMs = 9_000;

const sweepEveryMs = 50;

/** Long enough for 10 MB over a slow telephone; what dawdles over its headers, or falls silent, is cut off sooner. */
const slowness = { headersTimeout: 10_000, requestTimeout: 300_000, connectionsCheckingInterval: 2_000 };

/**
 * A connection without a byte for this long is dead: a live stream sends three heartbeats in that time. Between two
 * requests, too, and a proxy that keeps its connections for the usual minute ends them first, so that none of its
 * requests meets one that is just being closed.
 */
const stalledMs = 65_000;

try {
	await start();
} catch (error) {
	if (!(error instanceof SettingsError) && !(error instanceof DatabaseStartError)) throw error;
	console.error(error.message);
	process.exit(1);
}

async function start(): Promise<void> {
	const settings = readSettings(process.env);
	const logger = createLogger({ level: settings.logLevel, production: settings.production });
	logger.info({ version }, "starting");
	const services = await openServices(settings, logger, join(projectRoot, "migrations"));
	const setupLink = await makeSetupLink(services.deps);
	const pages = createPageCache({
		addressOf: cacheAddress,
		commonHeaders: commonHeaders(settings.production),
		onLookup: (result) => {
			services.deps.metrics.pageCache[result].count++;
		},
		answersOf: (route, status) => services.deps.metrics.cachedAnswers(route, String(status)),
	});
	const folder = join(projectRoot, "build");
	const publicPages = readPublicPages(join(folder, "server"));
	const app = createApp(services.deps, build, { clientFolder: join(folder, "client"), publicPages, pages });
	const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
	const watchBody = cutSilentBodies();
	const refusePipelined = limitPipelining();
	// Of the rate of pages from memory, a stream for a request without a body would take a tenth, and a shorter time
	// between requests, which sets a timer for each answer, a fortieth.
	const fast = { optimizeEmptyRequests: true, keepAliveTimeout: 0, joinDuplicateHeaders: true };
	const server = createServer({ ...slowness, ...fast }, (request, response) => {
		if (refusePipelined(request, response) || refuseDoubled(request, response)) return;
		if (pages.answer(request, response)) return;
		watchBody(request);
		void listener(request, response);
	}).setTimeout(stalledMs);

	let stopping = false;
	const stop = async (signal: string) => {
		if (stopping) return;
		stopping = true;
		logger.info({ signal }, "stopping");
		setTimeout(() => process.exit(1), stopWithinMs).unref();
		const closed = once(server, "close");
		server.close();
		services.beginStop();
		// A connection that is answered only now would be kept for the browser's next request.
		const sweep = setInterval(() => server.closeIdleConnections(), sweepEveryMs);
		await closed;
		clearInterval(sweep);
		await services.close();
		process.exit(0);
	};
	process.on("SIGTERM", stop);
	process.on("SIGINT", stop);

	server.listen(settings.port, settings.host);
	await once(server, "listening");
	const data = settings.databaseUrl ? "PostgreSQL" : settings.dataDir;
	logger.info({ address: settings.siteUrl, data }, "ready");
	if (settings.production && !settings.mail.smtpUrl) {
		logger.warn(
			{ folder: settings.mail.dir },
			"SMTP_URL is not set, so this site sends no emails: no confirmations, no notifications, and no password resets",
		);
	}
	if (setupLink) logger.info({}, `Open ${setupLink} to create the first admin`);
}
