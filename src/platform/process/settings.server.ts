import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { z } from "zod";
import { emailAddress } from "#lib/fields.ts";
import { readEmailAddress } from "#lib/reach/email-address.ts";
import { isOneLine } from "#lib/text/text.ts";
import { makeFolderSync, syncFolderSync } from "#platform/files/durable-files.server.ts";
import { firmDefaults } from "#site.config.ts";

const onOff = z.enum(["on", "off"]).transform((value) => value === "on");

const wholeNumber = (fallback: number, minimum = 0) => z.coerce.number().int().min(minimum).default(fallback);

const days = z.coerce.number().int().min(1).optional();

const url = (protocol: RegExp, begins: string) =>
	z.url({ protocol, error: `must be a URL that begins with ${begins}` });

const webUrl = url(/^https?$/, "http:// or https://");

const siteUrl = webUrl.refine((value) => URL.parse(value)?.pathname === "/", "must be an origin without a path");

/** An address as written in an email: alone or after a name, as in `Name <address>`. */
const sender = z
	.string()
	.refine(
		(value) =>
			isOneLine(value) && readEmailAddress(/^[^<>]*<([^<>]+)>$/.exec(value.trim())?.[1] ?? value) !== undefined,
		{ message: "must be an email address, alone or as in `Name <name@firm.example>`" },
	);

const address = emailAddress("must be an email address");

/** A plus and a token follow its local part, which may have 64 characters with them. */
const inboundAddress = address.refine((value) => value.lastIndexOf("@") <= 37, {
	message: "must have at most 37 characters before the @",
});

/** `imaps://user:password@host:993/INBOX`; the mailbox is INBOX where none is named. */
const imapUrl = url(/^imaps?$/, "imap:// or imaps://").refine(
	(value) => URL.parse(value)?.hostname && URL.parse(value)?.username,
	"must name a user and a host, as in imaps://user:password@host:993/INBOX",
);

/** Sample secrets from tutorials. Anyone could forge sessions on a server that uses one. */
const sampleSecrets = /^(.)\1*$|secret|change.?me|example|password|super-?secret/i;

const environmentSchema = z.object({
	NODE_ENV: z.string().default("development"),
	PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
	HOST: z.string().optional(),
	SITE_URL: siteUrl.optional(),
	DATA_DIR: z.string().default("./data"),
	POSTGRES_BIN: z.string().optional(),
	DATABASE_URL: url(/^postgres(?:ql)?$/, "postgres:// or postgresql://").optional(),
	STORAGE_URL: url(/^s3$/, "s3://").optional(),
	S3_ENDPOINT: webUrl.optional(),
	S3_REGION: z.string().optional(),
	S3_ACCESS_KEY_ID: z.string().optional(),
	S3_SECRET_ACCESS_KEY: z.string().optional(),
	SMTP_URL: url(/^smtps?$/, "smtp:// or smtps://").optional(),
	MAIL_FROM: sender.optional(),
	MAIL_DIR: z.string().optional(),
	MAIL_UNDO_SECONDS: wholeNumber(30),
	REPLY_UNDO_SECONDS: wholeNumber(10).pipe(z.number().max(60)),
	STAFF_EMAIL: address.optional(),
	INBOUND_IMAP_URL: imapUrl.optional(),
	INBOUND_POLL_SECONDS: wholeNumber(60, 10).pipe(z.number().max(3600)),
	INBOUND_IMAP_OAUTH_TOKEN_URL: webUrl.optional(),
	INBOUND_IMAP_OAUTH_CLIENT_ID: z.string().optional(),
	INBOUND_IMAP_OAUTH_CLIENT_SECRET: z.string().optional(),
	INBOUND_IMAP_OAUTH_SCOPE: z.string().optional(),
	INBOUND_WEBHOOK_SECRET: z.string().min(32).optional(),
	INBOUND_DIR: z.string().optional(),
	INBOUND_ADDRESS: inboundAddress.optional(),
	INBOUND_PLUS: onOff.default(true),
	INBOUND_UNMATCHED: z.enum(["new", "ignore"]).default("new"),
	INBOUND_CONFIRM: onOff.default(true),
	INBOUND_TRUSTED_AUTHSERV: z.string().optional(),
	INBOUND_KEEP_SOURCE_DAYS: wholeNumber(30, 1).pipe(z.number().max(3650)),
	ADMIN_EMAIL: address.optional(),
	ADMIN_PASSWORD: z.string().min(8).optional(),
	SEED: z.enum(["starter", "demo", "none"]).default("starter"),
	AUTH_JWT_SECRET: z.string().min(32).optional(),
	AUTH_JWT_SECRET_PREVIOUS: z.string().min(32).optional(),
	AUTH_JWT_EXP: wholeNumber(3600, 120),
	AUTH_REQUIRE_SECOND_FACTOR: z.enum(["off", "admins", "everyone"]).default("off"),
	AUTH_REVERIFY_AFTER: wholeNumber(600, 1),
	AUTH_CHALLENGE_EXP: wholeNumber(300, 1),
	AUTH_SESSION_MAX: wholeNumber(30 * 24 * 60 * 60),
	AUTH_SESSION_IDLE: wholeNumber(7 * 24 * 60 * 60),
	AUTH_AUTOCONFIRM: onOff.default(false),
	AUTH_DISABLE_SIGNUP: onOff.default(false),
	AUTH_PASSWORD_MIN: z.coerce.number().int().min(8).max(72).default(8),
	AUTH_REUSE_INTERVAL: wholeNumber(10),
	AUTH_LINK_EXP: wholeNumber(3600, 1),
	AUTH_MAIL_INTERVAL: wholeNumber(60),
	AUTH_REDIRECT_ALLOW: z
		.string()
		.default("")
		.transform((value) =>
			value
				.split(",")
				.map((entry) => entry.trim())
				.filter(Boolean),
		),
	AUTH_RATE_LIMITS: onOff.default(true),
	TRUSTED_PROXIES: wholeNumber(0),
	RATE_LIMITS: onOff.default(true),
	LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
	BACKUP_DIR: z.string().optional(),
	BACKUP_KEEP: z.coerce.number().int().min(1).optional(),
	DATABASE_LISTEN_URL: url(/^postgres(?:ql)?$/, "postgres:// or postgresql://").optional(),
	DATABASE_POOL_SIZE: wholeNumber(5, 3),
	DATABASE_CONNECT_TIMEOUT: wholeNumber(5, 1),
	DATABASE_STATEMENT_TIMEOUT: wholeNumber(20),
	RETENTION_APPLICATIONS_DAYS: days,
	RETENTION_INQUIRIES_DAYS: days,
	RETENTION_BOOKINGS_DAYS: days,
	RETENTION_QUARANTINE_DAYS: days,
	RETENTION_ACTIVITY_DAYS: days,
	STRIPE_SECRET_KEY: z
		.string()
		.regex(/^(sk|rk)_(live|test)_\w+$/, "must begin with sk_live_ or sk_test_")
		.optional(),
	STRIPE_WEBHOOK_SECRET: z.string().startsWith("whsec_", "must begin with whsec_").optional(),
	STRIPE_API: webUrl.default("https://api.stripe.com"),
	BUSY_TIMES_LOOPBACK: onOff.default(false),
	CLAMD_URL: url(/^(?:tcp|unix)$/, "tcp:// or unix://").optional(),
	METRICS_TOKEN: z.string().min(16).optional(),
});

/** Every environment variable that is a setting. */
export const settingNames = Object.keys(environmentSchema.shape);

/** The kinds of records that can be deleted at a certain age. */
export const retainedKinds = ["applications", "inquiries", "bookings", "quarantine", "activity"] as const;
export type RetainedKind = (typeof retainedKinds)[number];

export type Settings = ReturnType<typeof readSettings>;

/** Lists all invalid settings, one per line, so that an operator can correct them in one pass. */
export class SettingsError extends Error {
	readonly problems: string[];

	constructor(problems: string[]) {
		super(`These settings need attention:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
		this.problems = problems;
	}
}

/**
 * Reads and checks the environment (contracts: operations, settings; contracts: auth 13).
 * An empty value counts as not set. Generates the signing secret into DATA_DIR where none is required.
 * @throws {SettingsError} naming every bad setting
 */
export function readSettings(environment: Record<string, string | undefined>) {
	const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
	const parsed = environmentSchema.safeParse(given);
	const problems = parsed.success
		? []
		: parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
	problems.push(...crossChecks(given));
	if (!parsed.success || problems.length > 0) throw new SettingsError(problems);

	const env = parsed.data;
	const production = env.NODE_ENV === "production";
	const dataDir = resolve(env.DATA_DIR);
	const jwtSecret = env.AUTH_JWT_SECRET ?? generatedSecret(dataDir);
	if (env.AUTH_JWT_SECRET_PREVIOUS === jwtSecret) {
		throw new SettingsError(["AUTH_JWT_SECRET_PREVIOUS: is the current secret; give the one before it, or none"]);
	}
	return {
		production,
		port: env.PORT,
		host: env.HOST ?? (production ? "0.0.0.0" : "127.0.0.1"),
		/** Public origin without a trailing slash. With PORT=0 it carries port 0 until the server listens. */
		siteUrl: new URL(env.SITE_URL ?? `http://localhost:${env.PORT}`).origin,
		dataDir,
		/** The address of an external PostgreSQL server. Without it, the program starts its own. */
		databaseUrl: env.DATABASE_URL,
		/** The folder of the PostgreSQL programs to use for the program's own server, instead of those from npm. */
		postgresBin: env.POSTGRES_BIN && resolve(env.POSTGRES_BIN),
		pool: {
			poolSize: env.DATABASE_POOL_SIZE,
			...(env.DATABASE_LISTEN_URL && { listenUrl: env.DATABASE_LISTEN_URL }),
			connectSeconds: env.DATABASE_CONNECT_TIMEOUT,
			statementSeconds: env.DATABASE_STATEMENT_TIMEOUT,
		},
		storage: env.STORAGE_URL
			? {
					url: env.STORAGE_URL,
					...(env.S3_ENDPOINT && { endpoint: env.S3_ENDPOINT }),
					...(env.S3_REGION && { region: env.S3_REGION }),
					...(env.S3_ACCESS_KEY_ID && { accessKeyId: env.S3_ACCESS_KEY_ID }),
					...(env.S3_SECRET_ACCESS_KEY && { secretAccessKey: env.S3_SECRET_ACCESS_KEY }),
				}
			: undefined,
		mail: {
			smtpUrl: env.SMTP_URL,
			from: env.MAIL_FROM,
			dir: resolve(env.MAIL_DIR ?? join(dataDir, "mail")),
			staffEmail: env.STAFF_EMAIL,
			/** How long an email caused by a staff change is delayed, so that the change can be undone. */
			undoSeconds: env.MAIL_UNDO_SECONDS,
			/** How long a reply of staff is held, so that they can take it back. */
			replyUndoSeconds: env.REPLY_UNDO_SECONDS,
			/** In production without a mail server, only a folder that someone has asked for takes replies. */
			takesReplies: Boolean(env.SMTP_URL || env.MAIL_DIR || !production),
			/** Whether the log may show links from emails if there is no mail server: on a laptop, for a new site. */
			linksInLog: !production,
		},
		inbound: {
			/** Where clients write to. */
			address: env.INBOUND_ADDRESS ?? addressIn(env.MAIL_FROM) ?? firmDefaults.email,
			plus: env.INBOUND_PLUS,
			/** Whether answers come back to this desk. */
			isRead: Boolean(env.INBOUND_IMAP_URL || env.INBOUND_WEBHOOK_SECRET || env.INBOUND_DIR),
			imap: env.INBOUND_IMAP_URL
				? {
						url: env.INBOUND_IMAP_URL,
						pollSeconds: env.INBOUND_POLL_SECONDS,
						...(env.INBOUND_IMAP_OAUTH_TOKEN_URL && {
							oauth: {
								tokenUrl: env.INBOUND_IMAP_OAUTH_TOKEN_URL,
								clientId: env.INBOUND_IMAP_OAUTH_CLIENT_ID ?? "",
								clientSecret: env.INBOUND_IMAP_OAUTH_CLIENT_SECRET ?? "",
								scope: env.INBOUND_IMAP_OAUTH_SCOPE ?? "",
							},
						}),
					}
				: undefined,
			webhookSecret: env.INBOUND_WEBHOOK_SECRET,
			dir: env.INBOUND_DIR && resolve(env.INBOUND_DIR),
			/** What becomes of a message that belongs to no conversation. */
			unmatched: env.INBOUND_UNMATCHED,
			/** Whether new inquiries by email are confirmed. */
			confirm: env.INBOUND_CONFIRM,
			/** The mail server whose Authentication-Results count. */
			trustedAuthserv: env.INBOUND_TRUSTED_AUTHSERV?.toLowerCase(),
			keepSourceDays: env.INBOUND_KEEP_SOURCE_DAYS,
		},
		admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : undefined,
		seed: env.SEED,
		auth: {
			jwtSecret,
			/** The secret before the current one: what was made under it is still read, and nothing is made under it. */
			previousSecret: env.AUTH_JWT_SECRET_PREVIOUS,
			/** Seconds, as are all below that are numbers, but `passwordMin`. */
			jwtExp: env.AUTH_JWT_EXP,
			/** Who has to have a second factor, beside those who have set one up. */
			requireSecondFactor: env.AUTH_REQUIRE_SECOND_FACTOR,
			/** How long a verification vouches for the person at the keyboard. */
			reverifyAfter: env.AUTH_REVERIFY_AFTER,
			challengeExp: env.AUTH_CHALLENGE_EXP,
			/** Of a session since its sign-in, and since its last use; 0 for none. */
			sessionMax: env.AUTH_SESSION_MAX,
			sessionIdle: env.AUTH_SESSION_IDLE,
			autoconfirm: env.AUTH_AUTOCONFIRM,
			disableSignup: env.AUTH_DISABLE_SIGNUP,
			passwordMin: env.AUTH_PASSWORD_MIN,
			reuseInterval: env.AUTH_REUSE_INTERVAL,
			linkExp: env.AUTH_LINK_EXP,
			mailInterval: env.AUTH_MAIL_INTERVAL,
			redirectAllow: env.AUTH_REDIRECT_ALLOW,
			rateLimits: env.AUTH_RATE_LIMITS && env.RATE_LIMITS,
		},
		trustedProxies: env.TRUSTED_PROXIES,
		rateLimits: env.RATE_LIMITS,
		logLevel: env.LOG_LEVEL,
		metricsToken: env.METRICS_TOKEN,
		stripe: stripeSettings(env),
		/** For tests: private calendars may be read from this machine, also without encryption. */
		busyTimesLoopback: env.BUSY_TIMES_LOOPBACK,
		/** Of the ClamAV that scans what visitors upload. */
		clamdUrl: env.CLAMD_URL,
		backup: backupPlace(env, dataDir),
		/** After how many days each kind is deleted. Undefined keeps it. */
		retention: {
			applications: env.RETENTION_APPLICATIONS_DAYS,
			inquiries: env.RETENTION_INQUIRIES_DAYS,
			bookings: env.RETENTION_BOOKINGS_DAYS,
			quarantine: env.RETENTION_QUARANTINE_DAYS,
			activity: env.RETENTION_ACTIVITY_DAYS,
		} satisfies Record<RetainedKind, number | undefined>,
	};
}

/**
 * Where daily backups are written, and how many are kept. Without a folder of the operator's they are beside the database,
 * and without its log, which would fill the disk that the database needs. A database elsewhere is another's to back up.
 */
function backupPlace(
	{ BACKUP_DIR: dir, BACKUP_KEEP: keep, DATABASE_URL: elsewhere }: z.infer<typeof environmentSchema>,
	dataDir: string,
) {
	if (dir === "off" || (!dir && elsewhere)) return undefined;
	if (dir) return { dir: resolve(dir), keep: keep ?? 14, besideDatabase: false };
	return { dir: join(dataDir, "backups"), keep: keep ?? 7, besideDatabase: true };
}

/** How clients pay online. Undefined without keys: Then nothing of it shows, and nothing leaves the machine. */
const stripeSettings = ({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API }: z.infer<typeof environmentSchema>) =>
	STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET
		? {
				secretKey: STRIPE_SECRET_KEY,
				webhookSecret: STRIPE_WEBHOOK_SECRET,
				api: STRIPE_API,
				isLive: /^.._live_/.test(STRIPE_SECRET_KEY),
			}
		: undefined;

/** The address alone, of a sender as in `Name <address>`. */
export const addressIn = (from: string | undefined) => from && (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim());

function crossChecks(env: Record<string, string | undefined>): string[] {
	const production = env.NODE_ENV === "production";
	const problems: string[] = [];
	if (production && !env.SITE_URL) problems.push("SITE_URL: required in production, such as https://firm.example");
	if (production && !env.TRUSTED_PROXIES) {
		problems.push("TRUSTED_PROXIES: required in production, the number of proxies in front; 0 when there is none");
	}
	if (env.DATABASE_URL && !env.AUTH_JWT_SECRET) {
		problems.push(
			"AUTH_JWT_SECRET: required with DATABASE_URL, at least 32 characters, for example from `openssl rand -hex 32`",
		);
	}
	if (production && env.AUTH_JWT_SECRET && sampleSecrets.test(env.AUTH_JWT_SECRET)) {
		problems.push("AUTH_JWT_SECRET: looks like a placeholder; create one with `openssl rand -hex 32`");
	}
	if (production && env.AUTH_AUTOCONFIRM === "on") problems.push("AUTH_AUTOCONFIRM: allowed only in development");
	const idle = Number(env.AUTH_SESSION_IDLE || 0);
	if (idle > 0 && idle < Number(env.AUTH_JWT_EXP ?? 3600)) {
		problems.push("AUTH_SESSION_IDLE: must be 0 or at least AUTH_JWT_EXP");
	}
	const oauth = ["TOKEN_URL", "CLIENT_ID", "CLIENT_SECRET", "SCOPE"].map((part) => `INBOUND_IMAP_OAUTH_${part}`);
	const missing = oauth.filter((name) => !env[name]);
	if (missing.length > 0 && missing.length < oauth.length) {
		problems.push(...missing.map((name) => `${name}: set all four INBOUND_IMAP_OAUTH_ settings or none`));
	}
	if (env.INBOUND_DIR) {
		const inbound = resolve(env.INBOUND_DIR);
		const mails = resolve(env.MAIL_DIR ?? join(env.DATA_DIR ?? "./data", "mail"));
		const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(outer + sep);
		if (isWithin(inbound, mails) || isWithin(mails, inbound)) {
			problems.push("INBOUND_DIR: must not be MAIL_DIR, a folder inside it, or a folder that contains it");
		}
	}
	if (env.STORAGE_URL) {
		for (const name of ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]) {
			if (!env[name]) problems.push(`${name}: required with STORAGE_URL`);
		}
		if (!env.STORAGE_URL.replace(/^s3:\/*/, "")) problems.push("STORAGE_URL: must name a bucket, as in s3://bucket");
	}
	if (Boolean(env.STRIPE_SECRET_KEY) !== Boolean(env.STRIPE_WEBHOOK_SECRET)) {
		problems.push("STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: set both or neither");
	}
	if (Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD)) {
		problems.push("ADMIN_EMAIL, ADMIN_PASSWORD: set both or neither");
	}
	return problems;
}

function generatedSecret(dataDir: string): string {
	const file = join(dataDir, "auth-secret");
	if (!existsSync(file)) writeSecret(dataDir, file, randomBytes(48).toString("base64url"));
	return readFileSync(file, "utf8").trim();
}

/** Written atomically, even if the process is killed: if the secret were lost, everyone would be signed out. */
function writeSecret(dataDir: string, file: string, secret: string): void {
	makeFolderSync(dataDir);
	const unfinished = `${file}.${process.pid}`;
	writeFileSync(unfinished, secret, { mode: 0o600, flush: true });
	try {
		linkSync(unfinished, file);
		syncFolderSync(dataDir);
	} catch (error) {
		// A command that was started at the same time has already created it.
		if (!existsSync(file)) throw error;
	} finally {
		rmSync(unfinished, { force: true });
	}
}
