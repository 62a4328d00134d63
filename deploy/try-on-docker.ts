// What deploy/ promises, tried on a Docker engine of its own: node deploy/try-on-docker.ts, part of `npm run test:all`. It takes
// the commit that is checked out. No image can be pulled everywhere, so the base images are made of Debian's packages
// and of this Node; where something is missing that this needs, it says so and ends with status 77.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
	appendFileSync,
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { get, type RequestOptions, request } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The version from which firms come. */
const former = "4850703f";
const mostBytes = 450_000_000;
const notRun = 77;

const root = mkdtempSync(join(tmpdir(), "docker-"));
const clone = join(root, "pilcrow");
const folder = join(clone, "deploy");
const socket = join(root, "docker.sock");
process.env.DOCKER_HOST = `unix://${socket}`;
const composeCommand =
	spawnSync("docker", ["compose", "version"]).status === 0 ? ["docker", "compose"] : ["docker-compose"];

/** Runs a program to its end. @returns what it printed. @throws with its last lines if it failed */
function run(command: string, args: string[], options: { input?: string; env?: NodeJS.ProcessEnv; cwd?: string } = {}) {
	return new Promise<string>((resolve, reject) => {
		const child = spawn(command, args, { cwd: options.cwd ?? folder, env: { ...process.env, ...options.env } });
		let output = "";
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding("utf8").on("data", (text) => (output += text));
		child.once("error", reject);
		child.once("close", (code) =>
			code === 0 ? resolve(output) : reject(new Error(`${command} ${args.join(" ")}: ${output.slice(-1500)}`)),
		);
		child.stdin.end(options.input);
	});
}
const docker = (...args: string[]) => run("docker", args);
const compose = (...args: string[]) => run(composeCommand[0] ?? "", [...composeCommand.slice(1), ...args]);
const idOf = async (service: string, ...files: string[]) =>
	(await compose(...files.flatMap((file) => ["-f", file]), "ps", "-q", service)).trim();
/** In a running container, as a module in the program's folder. */
const runInside = (container: string, script: string) =>
	run("docker", ["exec", "-i", container, "node", "--input-type=module-typescript", "-"], { input: script });

async function until<T>(what: string, look: () => Promise<T | undefined | null | false>, seconds = 120): Promise<T> {
	for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(100)) {
		const found = await look();
		if (found) return found;
	}
	throw new Error(`${what} took more than ${seconds} s`);
}

let failed = 0;
/** One line of the result. */
async function shows(what: string, work: () => Promise<unknown>): Promise<void> {
	const started = Date.now();
	const took = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
	try {
		const found = await work();
		console.log(`- ${what}: ${typeof found === "string" ? `${found}, ` : ""}${took()}`);
	} catch (error) {
		failed += 1;
		console.log(`- FAILED after ${took()}: ${what}: ${error instanceof Error ? error.message : error}`);
	}
}
function must(holds: unknown, what: string): asserts holds {
	if (!holds) throw new Error(what);
}

function findMissing(): string | undefined {
	if (process.getuid?.() !== 0) return "it needs root";
	for (const program of ["dockerd", "docker", composeCommand[0] ?? "", "debootstrap", "apt-get", "git"])
		if (spawnSync("which", [program]).status !== 0) return `${program} isn't installed`;
	return undefined;
}
const isFree = (port: number) =>
	new Promise<boolean>((resolve) => {
		const server = createServer().once("error", () => resolve(false));
		server.listen(port, () => server.close(() => resolve(true)));
	});

const commitOf = async (cwd: string) => (await run("git", ["rev-parse", "--short=8", "HEAD"], { cwd })).trim();

async function startEngine(): Promise<ChildProcess> {
	const own = (name: string) => join(root, name);
	const args = [
		"--data-root",
		own("data"),
		"--exec-root",
		own("exec"),
		"-H",
		`unix://${socket}`,
		"--pidfile",
		own("pid"),
	];
	const engine = spawn("dockerd", args, { stdio: "ignore" });
	await until("Docker's start", async () => spawnSync("docker", ["version"]).status === 0, 60);
	return engine;
}

/** The images that the files name, as far as Debian has what is in them. */
async function makeBaseImages(): Promise<void> {
	const debian = join(root, "debian");
	await run("debootstrap", ["--variant=minbase", "bookworm", debian], { cwd: root });
	for (const path of ["var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/locale", "usr/share/man"])
		rmSync(join(debian, path), { recursive: true });
	await run("sh", ["-c", `tar -C ${debian} -c . | docker import - debian:bookworm-slim`], { cwd: root });

	const npm = join((await run("npm", ["root", "-g"], { cwd: root })).trim(), "npm");
	const certificates = "/etc/ssl/certs/ca-certificates.crt";
	await buildBase(
		"node:24-bookworm-slim",
		[
			[process.execPath, "node"],
			[npm, "npm"],
			[certificates, "certificates.crt"],
		],
		`COPY node /usr/local/bin/
COPY npm /usr/local/lib/node_modules/npm
COPY certificates.crt ${certificates}
RUN for name in npm npx; do ln -s ../lib/node_modules/npm/bin/$name-cli.js /usr/local/bin/$name; done; useradd --uid 1000 node
ENV NODE_EXTRA_CA_CERTS=${certificates}`,
	);
	await docker("tag", "node:24-bookworm-slim", "node:24-slim");

	const packages = join(root, "packages");
	mkdirSync(packages);
	await run("apt-get", ["download", "-qq", "-o", "APT::Sandbox::User=root", "caddy"], { cwd: packages });
	await run("sh", ["-c", "dpkg -x caddy_*.deb ."], { cwd: packages });
	await buildBase(
		"caddy:2",
		[[join(packages, "usr/bin/caddy"), "caddy"]],
		`COPY caddy /usr/bin/
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
VOLUME /data /config
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]`,
	);
}

async function buildBase(tag: string, files: [from: string, name: string][], instructions: string): Promise<void> {
	const context = mkdtempSync(join(root, "base-"));
	for (const [from, name] of files) cpSync(from, join(context, name), { recursive: true, dereference: true });
	writeFileSync(join(context, "Dockerfile"), `FROM debian:bookworm-slim\n${instructions}\n`);
	// A container of its own network reaches no one here.
	await docker("build", "-q", "--network", "host", "-t", tag, context);
}

type Answer = { status: number; body: string };
let ca = "";
function ask(path: string, options: RequestOptions = {}, body?: string): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const sent = request(`https://localhost${path}`, { ca, agent: false, timeout: 10_000, ...options }, (answer) => {
			let text = "";
			answer.setEncoding("utf8").on("data", (part) => (text += part));
			answer.once("end", () => resolve({ status: answer.statusCode ?? 0, body: text }));
		});
		sent.once("timeout", () => sent.destroy(new Error("no answer within 10 s")));
		sent.once("error", reject);
		sent.end(body);
	});
}
const askJson = (path: string, value: object) =>
	ask(path, { method: "POST", headers: { "content-type": "application/json" } }, JSON.stringify(value));
const askOrNothing = (path: string) => ask(path).catch(() => undefined);
const isUp = () => until("The site", async () => (await askOrNothing("/healthz"))?.status === 200, 180);

/** Waits until Caddy has made its own certificate, and trusts it. */
async function trustCaddy(...files: string[]): Promise<void> {
	const caddy = await idOf("caddy", ...files);
	const path = "/data/caddy/pki/authorities/local/root.crt";
	ca = await until("Caddy's certificate", () => docker("exec", caddy, "cat", path).catch(() => undefined));
	await isUp();
}

const password = randomBytes(12).toString("hex");
async function becomeFirstAdmin(container: string): Promise<string> {
	const link = await until("The set-up link", async () =>
		/https:\/\/localhost\/setup#([\w-]{43})/.exec(await docker("logs", container)),
	);
	const page = await ask("/setup");
	must(page.status === 200, `/setup answered ${page.status}`);
	const made = { token: link[1], name: "Ruth Kessler", email: "ruth@example.com", password };
	const answer = await askJson("/api/setup", made);
	must(answer.status === 201, `the set-up link answered ${answer.status}`);
	const again = await askJson("/api/setup", made);
	must(again.status === 410, `the used link answered ${again.status}`);
	return JSON.parse(answer.body).access_token;
}

/** Sends an inquiry. @returns after how many milliseconds a live stream through Caddy has shown it */
async function seeLive(token: string, message: string): Promise<number> {
	let heard = "";
	const stream = get(
		"https://localhost/api/live",
		{ ca, agent: false, headers: { authorization: `Bearer ${token}` } },
		(answer) => answer.setEncoding("utf8").on("data", (text) => (heard += text)),
	);
	stream.once("error", () => {});
	await until("The live stream", async () => heard !== "", 10);
	const started = Date.now();
	const form = new URLSearchParams({
		firstName: "Ada",
		lastName: "Byron",
		email: "ada@example.com",
		message,
	}).toString();
	const answer = await ask(
		"/contact",
		{ method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } },
		form,
	);
	must(answer.status === 201, `the form answered ${answer.status}`);
	await until("The live update", async () => heard.includes(message), 10);
	stream.destroy();
	return Date.now() - started;
}

/** Connects to the site's own database in its container. */
const withDatabase = (work: string) => `
import { readFileSync } from "node:fs";
import pg from "pg";
const connect = async () => {
	const [, , , port, host] = readFileSync("/data/db/postmaster.pid", "utf8").split("\\n");
	const client = new pg.Client({ host, port: Number(port), user: "postgres", database: "site" });
	client.on("error", () => {});
	await client.connect();
	return client;
};
${work}`;

/** The number of rows in each table that no hourly job shortens, and what the money adds up to. */
const countRows = async (container: string): Promise<Record<string, string>> =>
	JSON.parse(
		await runInside(
			container,
			withDatabase(`
const client = await connect();
const { rows } = await client.query("select relname from pg_stat_user_tables where schemaname = 'public' order by 1");
const counts = {};
for (const { relname } of rows) counts[relname] = (await client.query('select count(*) from "' + relname + '"')).rows[0].count;
counts.money = (await client.query("select sum(total_amount) from invoices")).rows[0].sum;
console.log(JSON.stringify(counts));
await client.end();`),
		),
	);

const lasting = [
	"users",
	"profiles",
	"bookings",
	"contact_inquiries",
	"job_applications",
	"jobs",
	"blog_posts",
	"blog_images",
	"invoices",
	"mails",
	"threads",
	"thread_messages",
	"thread_attachments",
	"quarantine",
	"recovery_codes",
	"passkeys",
	"call_reservations",
	"money",
];
function mustBeSame(now: Record<string, string>, before: Record<string, string>): string {
	for (const name of lasting) must(now[name] === before[name], `${name} had ${before[name]} and has ${now[name]}`);
	return `${Object.values(now).reduce((all, count) => all + Math.round(Number(count)), 0)} rows`;
}

const backups = () => {
	const path = join(root, "data/volumes/deploy_data/_data/backups");
	return existsSync(path) ? readdirSync(path) : [];
};
const setCommit = (commit: string) => writeFileSync(join(folder, ".env"), `DOMAIN=localhost\nSITE_COMMIT=${commit}\n`);
const appendSetting = (line: string) => appendFileSync(join(folder, ".env"), `${line}\n`);
const isHealthy = async (container: string) =>
	(await docker("inspect", "-f", "{{.State.Health.Status}}", container)).trim() === "healthy";

/** As compose builds it, but on the machine's own network, by which the build reaches npm. */
const buildSite = (tag: string, context: string) =>
	docker(
		...["build", "-q", "--network", "host", "-f", join(context, "deploy/Dockerfile")],
		...["--build-arg", `SITE_COMMIT=${tag}`, "-t", `site:${tag}`, context],
	);

async function tryOneServer(commit: string): Promise<void> {
	setCommit(commit);
	await shows(
		"`docker compose up` builds the image, and Caddy answers for https://localhost with a certificate of its own",
		async () => {
			await buildSite(commit, clone);
			await compose("up", "-d");
			await trustCaddy();
		},
	);
	const site = await idOf("site");
	await shows("the image", async () => {
		const bytes = Number(await docker("image", "inspect", "-f", "{{.Size}}", `site:${commit}`));
		must(bytes <= mostBytes, `${bytes} bytes`);
		const settings = await docker(
			"inspect",
			"-f",
			"{{.Config.User}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.SecurityOpt}}",
			site,
		);
		must(settings.trim() === "site true [no-new-privileges:true]", settings);
		await until("The health check", () => isHealthy(site));
		must((await docker("logs", site)).includes(commit), "the log doesn't name the commit");
		return `${Math.round(bytes / 1_000_000)} MB, not root, read-only, healthy, names its commit`;
	});
	let token = "";
	await shows("the set-up link from the log makes one admin, and none the second time", async () => {
		token = await becomeFirstAdmin(site);
	});
	await shows("an inquiry is seen live through Caddy", async () => `${await seeLive(token, "We open in March.")} ms`);
	await shows("its confirmation lies in the mail folder", async () => {
		await until("The email", () => docker("exec", site, "sh", "-c", "ls /data/mail/*.eml").catch(() => false), 30);
	});
	await shows("while the site restarts, everyone who comes gets their page", async () => {
		let longest = 0;
		const visit = async () => {
			const began = Date.now();
			const { status } = await ask("/", { timeout: 30_000 });
			must(status === 200, `a visitor got ${status}`);
			longest = Math.max(longest, Date.now() - began);
		};
		let restarting = true;
		const restart = compose("restart", "site").finally(() => {
			restarting = false;
		});
		for (; restarting; await pause(50)) await visit();
		await restart;
		await visit();
		return `after at most ${longest} ms`;
	});
	await shows("`docker compose stop`", async () => {
		const started = Date.now();
		await compose("stop", "site");
		must(Date.now() - started < 11_000, "the stop took more than 10 s");
	});
	await shows("while the site is stopped, visitors read that it will be back", async () => {
		const { status, body } = await ask("/", { timeout: 30_000 });
		must(status === 503 && body === "We'll be back in a minute.", `a visitor got ${status}: ${body}`);
	});
	await shows("`down`, and `up` again with all data", async () => {
		await compose("down");
		await compose("up", "-d");
		await trustCaddy();
		const { status, body } = await askJson("/auth/v1/token?grant_type=password", {
			email: "ruth@example.com",
			password,
		});
		must(status === 200, `the sign-in answered ${status}`);
		const list = await ask("/api/contacts", { headers: { authorization: `Bearer ${JSON.parse(body).access_token}` } });
		must(list.body.includes("We open in March."), "the inquiry is gone");
	});
	await compose("down", "-v");
}

async function tryUpdate(commit: string): Promise<void> {
	const source = join(root, "former");
	mkdirSync(source);
	await run("sh", ["-c", `git archive ${former} | tar -x -C ${source}`], { cwd: clone });
	let before: Record<string, string> = {};
	await shows(`the version ${former}, with rows in every table`, async () => {
		await buildSite(former, source);
		setCommit(former);
		await compose("up", "-d");
		await trustCaddy();
		const filling = readFileSync(join(source, "tests/full-tables.ts"), "utf8");
		// As the database's superuser, because the filling turns triggers off.
		await runInside(
			await idOf("site"),
			`import { readFileSync } from "node:fs";
import { openPostgresDatabase } from "/site/src/platform/database/database.server.ts";
${filling}
const [, , , port, host] = readFileSync("/data/db/postmaster.pid", "utf8").split("\\n");
const database = openPostgresDatabase("postgres://postgres@localhost/site?host=" + host + "&port=" + port);
await fillEveryTable(database);
await database.close();`,
		);
		before = await countRows(await idOf("site"));
		const empty = Object.keys(before).filter((name) => before[name] === "0");
		return `${Object.keys(before).length - empty.length} tables with rows${empty.length > 0 ? `, none in ${empty.join(", ")}` : ""}`;
	});
	setCommit(commit);
	await shows("the update, killed in the middle of the backup before it", async () => {
		await compose("up", "-d");
		const site = await idOf("site");
		await until("The backup", async () => backups().some((name) => name.startsWith(".unfinished")), 60);
		await docker("kill", site);
		must(!backups().some((name) => name.startsWith("before-")), "the backup was finished already");
	});
	await shows("killed again, in the middle of the migration, which waits for a table that is being read", async () => {
		const site = await idOf("site");
		await docker("start", site);
		await runInside(
			site,
			withDatabase(`
const session = async () => {
	for (;;) try { return await connect(); } catch { await new Promise((resolve) => setTimeout(resolve, 5)); }
};
const reader = await session();
await reader.query("begin");
await reader.query("lock table invoices in access share mode");
const watcher = await session();
for (;;) {
	const { rows } = await watcher.query("select 1 from pg_locks where not granted and relation = 'invoices'::regclass");
	if (rows.length > 0) break;
	await new Promise((resolve) => setTimeout(resolve, 20));
}
process.exit(0);`),
		);
		await docker("kill", site);
		must(
			backups().some((name) => name.startsWith("before-")),
			"there was no backup before the migration",
		);
	});
	await shows("the third start updates it", async () => {
		await docker("start", await idOf("site"));
		await isUp();
		must(backups().filter((name) => name.startsWith("before-")).length === 1, `there are ${backups().join(", ")}`);
		return mustBeSame(await countRows(await idOf("site")), before);
	});
	await shows("the way back: `restore --fresh`, and the former image", async () => {
		await compose("stop", "site");
		appendSetting(`SITE_COMMIT=${commit}`);
		const archive = backups().find((name) => name.startsWith("before-"));
		await compose("run", "--rm", "site", "node", "scripts/restore.ts", `/data/backups/${archive}`, "--fresh");
		appendSetting(`SITE_COMMIT=${former}`);
		await compose("up", "-d");
		await isUp();
		return mustBeSame(await countRows(await idOf("site")), before);
	});
	await shows("`update.sh` brings it forward again, and keeps two images", async () => {
		await docker("tag", `site:${former}`, "site:older");
		await run("./update.sh", [], { env: { COMPOSE: composeCommand.join(" ") } });
		await isUp();
		const tags = (await docker("image", "ls", "site", "--format", "{{.Tag}}")).trim().split("\n");
		must(tags.length === 2 && tags.includes(await commitOf(clone)), `there are ${tags.join(", ")}`);
		return mustBeSame(await countRows(await idOf("site")), before);
	});
	await compose("down", "-v");
}

async function tryMany(commit: string): Promise<void> {
	const files = ["compose.many.yaml", "stand-ins.yaml"];
	const many = (...args: string[]) => compose(...files.flatMap((file) => ["-f", file]), ...args);
	await shows(
		"`compose.many.yaml` (with Debian's PostgreSQL 15, and s3rver in place of VersityGW, whose account and bucket weren't made)",
		async () => {
			await buildBase(
				"postgres:17",
				[],
				`RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql > /dev/null && install -d -o postgres /var/lib/postgresql/data
RUN printf '%s\\n' 'PATH=/usr/lib/postgresql/15/bin:$PATH PGDATA=/var/lib/postgresql/data' 'export PATH PGDATA' \\
	'if [ ! -s $PGDATA/PG_VERSION ]; then' 'printf %s "$POSTGRES_PASSWORD" > /tmp/password' 'initdb -U site --pwfile=/tmp/password -A scram-sha-256 > /dev/null' \\
	'echo "host all all all scram-sha-256" >> $PGDATA/pg_hba.conf' 'echo "create database site" | postgres --single postgres > /dev/null' 'fi' \\
	'exec postgres -c listen_addresses="*"' > /start.sh
USER postgres
CMD ["sh", "/start.sh"]`,
			);
			const s3rver = JSON.parse(readFileSync(join(clone, "package.json"), "utf8")).devDependencies["@20minutes/s3rver"];
			const context = mkdtempSync(join(root, "base-"));
			writeFileSync(
				join(context, "files.mjs"),
				`import S3rver from "@20minutes/s3rver";
await new S3rver({ address: "0.0.0.0", port: 9000, silent: true, directory: "/data", allowMismatchedSignatures: true, configureBuckets: [{ name: "site" }] }).run();`,
			);
			writeFileSync(
				join(context, "Dockerfile"),
				`FROM node:24-bookworm-slim\nWORKDIR /files\nRUN npm install @20minutes/s3rver@${s3rver}\nCOPY files.mjs .\nCMD ["node", "files.mjs"]\n`,
			);
			await docker("build", "-q", "--network", "host", "-t", "files", context);
			const account = "environment: { S3_ACCESS_KEY_ID: S3RVER, S3_SECRET_ACCESS_KEY: S3RVER }";
			writeFileSync(
				join(folder, "stand-ins.yaml"),
				`services:
  site-1: { ${account} }
  site-2: { ${account} }
  files: { image: files }
  bucket: { image: files, entrypoint: ["true"] }
`,
			);
			const secret = () => randomBytes(32).toString("hex");
			const secrets = ["AUTH_JWT_SECRET", "POSTGRES_PASSWORD", "S3_ROOT_SECRET_KEY", "S3_SECRET_ACCESS_KEY"].map(
				(name) => `${name}=${secret()}`,
			);
			writeFileSync(join(folder, ".env"), ["DOMAIN=localhost", `SITE_COMMIT=${commit}`, ...secrets, ""].join("\n"));
			await many("up", "-d");
			await trustCaddy(...files);
			for (const service of ["site-1", "site-2"])
				await until(service, async () => isHealthy(await idOf(service, ...files)));
		},
	);
	let token = "";
	await shows("one admin for both sites, and an inquiry that either takes is seen live", async () => {
		token = await becomeFirstAdmin(await idOf("site-1", ...files));
		const times = [];
		for (const n of [1, 2, 3, 4]) times.push(await seeLive(token, `Inquiry ${n}`));
		return `after at most ${Math.max(...times)} ms`;
	});
	await shows("one of two sites is killed, and the other takes an inquiry", async () => {
		await docker("kill", await idOf("site-1", ...files));
		const started = Date.now();
		await until("An answer", () => seeLive(token, "To the other one").catch(() => false), 30);
		return `after ${Date.now() - started} ms`;
	});
	await many("down", "-v");
}

const missing = findMissing() ?? ((await isFree(80)) && (await isFree(443)) ? undefined : "ports 80 and 443 are taken");
if (missing) {
	console.log(`Not run: ${missing}.`);
	process.exit(notRun);
}
chmodSync(root, 0o755);
await run("git", ["clone", "-q", process.cwd(), clone], { cwd: root });
const commit = await commitOf(clone);
const engine = await startEngine();
try {
	await shows("base images from Debian's packages and this Node", makeBaseImages);
	await tryOneServer(commit);
	if (spawnSync("git", ["cat-file", "-e", former], { cwd: clone }).status === 0) await tryUpdate(commit);
	else console.log(`- not run: the update, because ${former} isn't in this clone`);
	await tryMany(commit);
	console.log(
		"- not run: a certificate from a public authority, arm64, VersityGW, the official images of Node, Caddy, and PostgreSQL",
	);
} finally {
	const containers = (await docker("ps", "-aq")).trim().split("\n").filter(Boolean);
	if (containers.length > 0) await docker("rm", "-f", ...containers);
	const ended = new Promise((resolve) => engine.once("close", resolve));
	engine.kill();
	await ended;
	spawnSync("umount", [join(root, "exec/netns/default")]);
	rmSync(root, { recursive: true, force: true });
}
process.exit(failed > 0 ? 1 : 0);
