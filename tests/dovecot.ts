import { type ChildProcess, spawn } from "node:child_process";
import {
	chmodSync,
	chownSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "#platform/postgres/postgres-address.server.ts";

const program = ["/usr/sbin/dovecot", "/usr/local/sbin/dovecot"].find(existsSync);

/** Why the tests of IMAP are skipped; undefined where Debian's dovecot (dovecot-imapd) is installed. */
export const noDovecot = program ? undefined : "dovecot-imapd is not installed";

const password = "a-word-for-the-mailbox";

export type Dovecot = {
	url: string;
	/** Delivers a message as a mail server does. */
	deliver(message: Uint8Array, name?: string): void;
	/** Names and flags of the files in the mailbox, read by the server or not. */
	files(): string[];
	/** As after a restore from a backup: all messages have other numbers. */
	changeUidValidity(): Promise<void>;
	stop(): Promise<void>;
};

type Options = {
	/** What the mailbox may hold. */
	quotaBytes?: number;
	/** Where the server asks whether a token is good (RFC 7662); passwords are then refused. */
	introspectionUrl?: string;
};

/** A real IMAP server on this machine, with one mailbox, for one test file. */
export async function startDovecot({ quotaBytes, introspectionUrl }: Options = {}): Promise<Dovecot> {
	const folder = mkdtempSync(join(tmpdir(), "dovecot-"));
	const port = await freePort();
	const me = userInfo();
	// As root its processes take the users that the package has made, and email belongs to no one.
	const isRoot = me.uid === 0;
	const [internal, login] = isRoot ? ["dovecot", "dovenull"] : [me.username, me.username];
	const [uid, gid] = isRoot ? [65534, 65534] : [me.uid, me.gid];
	const maildir = join(folder, "home", "Maildir");
	for (const part of ["cur", "new", "tmp"]) mkdirSync(join(maildir, part), { recursive: true });
	for (const path of [join(folder, "home"), maildir, ...["cur", "new", "tmp"].map((part) => join(maildir, part))]) {
		chownSync(path, uid, gid);
	}
	writeFileSync(
		join(folder, "dovecot.conf"),
		`base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = ${internal}
default_login_user = ${login}
${isRoot ? "" : `default_internal_group = ${gid}\n`}mail_location = maildir:~/Maildir
first_valid_uid = 1
first_valid_gid = 1
${
	introspectionUrl
		? `auth_mechanisms = xoauth2 oauthbearer
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/oauth2.conf
}`
		: `passdb {
  driver = static
  args = password=${password}
}`
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/home
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
  # Or whoever signs in after a wrong password waits for seconds.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
auth_failure_delay = 0
service stats {
  chroot =
}
${quotaBytes ? `mail_plugins = quota\nprotocol imap {\n  mail_plugins = quota imap_quota\n}\nplugin {\n  quota = maildir:User quota\n  quota_rule = *:bytes=${quotaBytes}\n}\n` : ""}`,
	);
	if (introspectionUrl) {
		writeFileSync(
			join(folder, "oauth2.conf"),
			`introspection_mode = post\nintrospection_url = ${introspectionUrl}\nusername_attribute = username\nactive_attribute = active\nactive_value = true\n`,
		);
	}
	// Its processes run as several users.
	chmodSync(folder, 0o755);
	let server = await start(folder, port);
	let delivered = 0;
	return {
		url: `imap://desk:${password}@127.0.0.1:${port}/INBOX`,
		deliver(message, name = `${Date.now()}.M${++delivered}.test`) {
			const path = join(maildir, "tmp", name);
			writeFileSync(path, message);
			chownSync(path, uid, gid);
			renameSync(path, join(maildir, "new", name));
		},
		files: () => ["new", "cur"].flatMap((part) => readdirSync(join(maildir, part))),
		async changeUidValidity() {
			await end(server);
			for (const file of ["dovecot-uidlist", "dovecot.index", "dovecot.index.log", "dovecot.index.cache"]) {
				rmSync(join(maildir, file), { force: true });
			}
			for (const file of ["dovecot-uidvalidity"]) rmSync(join(maildir, file), { force: true });
			// Validities are seconds: another one has to be another second.
			await setTimeout(1100);
			server = await start(folder, port);
		},
		async stop() {
			await end(server);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function start(folder: string, port: number): Promise<ChildProcess> {
	const server = spawn(program ?? "", ["-F", "-c", join(folder, "dovecot.conf")], { stdio: "ignore" });
	for (let tries = 0; tries < 100; tries++) {
		if (server.exitCode !== null) throw new Error(`dovecot has ended with ${server.exitCode}`);
		if (await answers(port)) return server;
		await setTimeout(50);
	}
	throw new Error("dovecot does not answer");
}

const answers = (port: number) =>
	new Promise<boolean>((resolve) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("data", () => {
			socket.destroy();
			resolve(true);
		});
		socket.once("error", () => resolve(false));
	});

async function end(server: ChildProcess): Promise<void> {
	if (server.exitCode !== null) return;
	const ended = new Promise((resolve) => server.once("exit", resolve));
	server.kill("SIGTERM");
	await ended;
}
