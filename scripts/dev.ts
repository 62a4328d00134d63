import "#platform/process/private-umask.server.ts";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createServer as createVite } from "vite";
import type * as AppModule from "#app.server.ts";
import type * as LoggerModule from "#platform/process/logger.server.ts";
import type * as SettingsModule from "#platform/process/settings.server.ts";
import type * as ServicesModule from "#services.server.ts";

/** Development: Vite serves and reloads the browser's code, and each request takes the newest server code; the open database stays. */
const vite = await createVite({ server: { middlewareMode: true }, appType: "custom" });
const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>;

const { readSettings } = await load<typeof SettingsModule>("/src/platform/process/settings.server.ts");
const { createLogger } = await load<typeof LoggerModule>("/src/platform/process/logger.server.ts");
const { openServices } = await load<typeof ServicesModule>("/src/services.server.ts");

const settings = readSettings(process.env);
const logger = createLogger({ level: settings.logLevel, production: false });
const services = await openServices(settings, logger, "migrations");

type CreateApp = typeof AppModule.createApp;
type Build = Parameters<CreateApp>[1];

let running: { createApp: CreateApp; build: Build; app: ReturnType<CreateApp>; stop: AbortController } | undefined;

/** A new app only for new code; the former one ends what it has begun, its live streams with it. */
function appOf(createApp: CreateApp, build: Build): ReturnType<CreateApp> {
	if (running?.createApp === createApp && running.build === build) return running.app;
	running?.stop.abort();
	const stop = new AbortController();
	const stopping = AbortSignal.any([services.deps.stopping, stop.signal]);
	running = { createApp, build, app: createApp({ ...services.deps, stopping }, build), stop };
	return running.app;
}

const answer = getRequestListener(
	async (request, env) => {
		const { createApp } = await load<typeof AppModule>("/src/app.server.ts");
		const build = await load<Build>("virtual:react-router/server-build");
		return appOf(createApp, build).fetch(request, env);
	},
	{ overrideGlobalObjects: false },
);

const server = createServer((request, response) =>
	vite.middlewares(request, response, () => answer(request, response)),
);
server.listen(settings.port, settings.host, () => logger.info({ address: settings.siteUrl }, "ready"));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
	process.once(signal, async () => {
		await vite.close();
		await services.close();
		process.exit(0);
	});
}
