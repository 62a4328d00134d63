import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings, retainedKinds, SettingsError } from "./settings.server.ts";

const folder = () => mkdtempSync(join(tmpdir(), "settings-"));

test("needs nothing: defaults suit a laptop", () => {
	const settings = readSettings({ DATA_DIR: folder() });
	expect(settings).toMatchObject({
		port: 3000,
		host: "127.0.0.1",
		siteUrl: "http://localhost:3000",
		production: false,
		seed: "starter",
		rateLimits: true,
		databaseUrl: undefined,
	});
});

test("names every bad setting at once", () => {
	const read = () =>
		readSettings({
			PORT: "http",
			SITE_URL: "example.org",
			DATABASE_URL: "mysql://x/y",
			AUTH_JWT_EXP: "60",
			ADMIN_EMAIL: "a@example.com",
			MAIL_FROM: "Desk <desk at firm>",
			STORAGE_URL: "s3://bucket",
		});
	expect(read).toThrow(SettingsError);
	try {
		read();
	} catch (error) {
		const { message } = error as SettingsError;
		for (const name of [
			"PORT",
			"SITE_URL",
			"DATABASE_URL",
			"AUTH_JWT_EXP",
			"AUTH_JWT_SECRET",
			"ADMIN_PASSWORD",
			"MAIL_FROM",
			"S3_ACCESS_KEY_ID",
			"S3_SECRET_ACCESS_KEY",
		]) {
			expect(message).toContain(name);
		}
	}
});

test("accepts a sender as email writes it, but none that could add headers", () => {
	const from = (MAIL_FROM: string) => readSettings({ DATA_DIR: folder(), MAIL_FROM }).mail.from;
	for (const sender of [
		"desk@firm.example",
		"Pilcrow Desk <desk@firm.example>",
		'"Desk, Pilcrow" <desk@firm.example>',
	]) {
		expect(from(sender)).toBe(sender);
	}
	for (const sender of ["desk", "Desk <desk>", "a@b.example\r\nBcc: c@d.example", "<a@b.example> <c@d.example>"]) {
		expect(() => from(sender)).toThrow("MAIL_FROM");
	}
});

test("takes an empty value for a setting that is not set", () => {
	expect(readSettings({ DATA_DIR: folder(), PORT: "", DATABASE_URL: "" }).port).toBe(3000);
});

test("listens on every address only in production, and demands the public address and the number of proxies there", () => {
	const production = { NODE_ENV: "production", DATA_DIR: folder() };
	const asked = { SITE_URL: "https://www.example.org", TRUSTED_PROXIES: "0" };
	expect(() => readSettings({ ...production, ...asked, SITE_URL: "" })).toThrow("SITE_URL: required");
	expect(() => readSettings({ ...production, ...asked, TRUSTED_PROXIES: "" })).toThrow("TRUSTED_PROXIES: required");
	const settings = readSettings({ ...production, ...asked });
	expect(settings).toMatchObject({ host: "0.0.0.0", siteUrl: "https://www.example.org", trustedProxies: 0 });
	expect(readSettings({ DATA_DIR: folder() }).trustedProxies).toBe(0);
});

test("makes a signing secret once and keeps it readable by its owner only", () => {
	const dataDir = folder();
	const first = readSettings({ DATA_DIR: dataDir }).auth.jwtSecret;
	expect(first.length).toBeGreaterThanOrEqual(32);
	expect(readSettings({ DATA_DIR: dataDir }).auth.jwtSecret).toBe(first);
	expect(readFileSync(join(dataDir, "auth-secret"), "utf8")).toBe(first);
	expect(statSync(join(dataDir, "auth-secret")).mode & 0o077).toBe(0);
});

test("refuses a sample secret in production", () => {
	const read = (secret: string) =>
		readSettings({
			NODE_ENV: "production",
			SITE_URL: "https://example.org",
			TRUSTED_PROXIES: "1",
			DATA_DIR: folder(),
			AUTH_JWT_SECRET: secret,
		});
	expect(() => read("super-secret-jwt-token-with-at-least-32-characters")).toThrow("AUTH_JWT_SECRET");
	expect(() => read("x".repeat(40))).toThrow("AUTH_JWT_SECRET");
	expect(read("3f9d2c7b8a6e5f4d3c2b1a0987654321fedcba98").auth.jwtSecret).toHaveLength(40);
});

test("without a folder for them, seven backups are kept beside the program's own database, and none of one elsewhere", () => {
	const DATA_DIR = folder();
	const backupOf = (more: Record<string, string>) => readSettings({ DATA_DIR, ...more }).backup;
	expect(backupOf({})).toEqual({ dir: join(DATA_DIR, "backups"), keep: 7, besideDatabase: true });
	expect(backupOf({ BACKUP_KEEP: "3" })).toMatchObject({ keep: 3 });
	expect(backupOf({ BACKUP_DIR: "off" })).toBeUndefined();
	const elsewhere = { DATABASE_URL: "postgres://127.0.0.1/site", AUTH_JWT_SECRET: "x".repeat(40) };
	expect(backupOf(elsewhere)).toBeUndefined();
	expect(backupOf({ ...elsewhere, BACKUP_DIR: "/backups" })).toMatchObject({ dir: "/backups", besideDatabase: false });
});

test("retention is off unless it is asked for", () => {
	const quiet = { DATA_DIR: folder() };
	expect(readSettings(quiet)).toMatchObject({ retention: {} });
	for (const kind of retainedKinds) {
		const name = `RETENTION_${kind.toUpperCase()}_DAYS`;
		const asked = { ...quiet, BACKUP_DIR: "/backups", [name]: "180" };
		expect(readSettings(asked)).toMatchObject({
			backup: { dir: "/backups", keep: 14 },
			retention: { ...Object.fromEntries(retainedKinds.map((each) => [each, undefined])), [kind]: 180 },
		});
		expect(() => readSettings({ ...quiet, [name]: "0" })).toThrow(name);
	}
});

test("the former secret is neither short nor the current one, and no idle limit undercuts a token's life", () => {
	const secret = "current-0123456789-0123456789-0123456789";
	const read = (environment: Record<string, string>) => () =>
		readSettings({ AUTH_JWT_SECRET: secret, DATA_DIR: "/nonexistent", ...environment });
	expect(read({ AUTH_JWT_SECRET_PREVIOUS: "short" })).toThrow("AUTH_JWT_SECRET_PREVIOUS");
	expect(read({ AUTH_JWT_SECRET_PREVIOUS: secret })).toThrow("AUTH_JWT_SECRET_PREVIOUS: is the current secret");
	expect(read({ AUTH_SESSION_IDLE: "60" })).toThrow("AUTH_SESSION_IDLE: must be 0 or at least AUTH_JWT_EXP");
	expect(read({ AUTH_REQUIRE_SECOND_FACTOR: "some" })).toThrow("AUTH_REQUIRE_SECOND_FACTOR");
	expect(read({ AUTH_SESSION_IDLE: "0" })().auth).toMatchObject({ sessionIdle: 0, requireSecondFactor: "off" });
});

test("sources of incoming mail are off unless they are asked for, and a setting that cannot work is refused", () => {
	const data = folder();
	const read = (environment: Record<string, string>) => readSettings({ DATA_DIR: data, ...environment }).inbound;
	expect(read({})).toMatchObject({ isRead: false, imap: undefined, webhookSecret: undefined, dir: undefined });
	expect(read({ INBOUND_DIR: "/incoming" })).toMatchObject({ isRead: true, dir: "/incoming" });
	const imap = { INBOUND_IMAP_URL: "imaps://desk:secret@mail.example/INBOX" };
	expect(read({ ...imap, INBOUND_POLL_SECONDS: "30" }).imap).toEqual({ url: imap.INBOUND_IMAP_URL, pollSeconds: 30 });
	const refused: [string, Record<string, string>][] = [
		["INBOUND_IMAP_URL", { INBOUND_IMAP_URL: "https://desk:secret@mail.example" }],
		["INBOUND_IMAP_URL", { INBOUND_IMAP_URL: "imaps://mail.example" }],
		["INBOUND_IMAP_URL", { INBOUND_IMAP_URL: "imaps://desk:secret@" }],
		["INBOUND_POLL_SECONDS", { ...imap, INBOUND_POLL_SECONDS: "5" }],
		["INBOUND_IMAP_OAUTH_SCOPE", { ...imap, INBOUND_IMAP_OAUTH_TOKEN_URL: "https://login.example/token" }],
		["INBOUND_WEBHOOK_SECRET", { INBOUND_WEBHOOK_SECRET: "short" }],
		["INBOUND_DIR", { INBOUND_DIR: join(data, "mail") }],
		["INBOUND_DIR", { INBOUND_DIR: join(data, "mail", "in") }],
		["INBOUND_DIR", { INBOUND_DIR: data }],
		["INBOUND_ADDRESS", { INBOUND_ADDRESS: `${"a".repeat(38)}@firm.example` }],
		["INBOUND_UNMATCHED", { INBOUND_UNMATCHED: "drop" }],
		["INBOUND_KEEP_SOURCE_DAYS", { INBOUND_KEEP_SOURCE_DAYS: "0" }],
	];
	for (const [name, environment] of refused) expect(() => read(environment), name).toThrow(name);
});

test("takes online payments with both keys of Stripe, and doesn't start with one alone", () => {
	const keys = { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
	const read = (given: object) => readSettings({ DATA_DIR: folder(), ...given }).stripe;
	expect(read({})).toBeUndefined();
	expect(read(keys)).toMatchObject({ api: "https://api.stripe.com", isLive: true });
	expect(read({ ...keys, STRIPE_SECRET_KEY: "rk_test_1" })).toMatchObject({ isLive: false });
	for (const name of Object.keys(keys)) expect(() => read({ ...keys, [name]: "" })).toThrow(/set both or neither/);
});
