import { execFile, spawnSync } from "node:child_process";
import {
	chmodSync,
	chownSync,
	existsSync,
	lstatSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { hasCode, makeFolderSync, syncFolderSync } from "#platform/files/durable-files.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";
import { type Account, type Binaries, changeOwner, DatabaseStartError } from "./postgres-binaries.server.ts";

/*
 * A cluster is PostgreSQL's data folder. This file finds or creates it. postgres-server.server.ts runs the server on
 * it.
 */

export type Place = {
	/** Where the cluster is, or will be created. */
	cluster: string;
	account: Account;
};

/** For PostgreSQL, which refuses to run as root. No real account has this number, so no one else can act as it. */
const unprivileged = { uid: 59_432, gid: 59_432 };

/** The place for clusters outside of their data folder, for when PostgreSQL's account can't open that folder. */
const openPlace = "/var/lib/pilcrow";

/** Finds the cluster of a data folder and the account that its server runs under. */
export function findPlace(dataDir: string, logger: Pick<Logger, "warn">): Place {
	const link = join(dataDir, "db");
	makeFolderSync(dataDir);
	const cluster = linkTarget(link) ?? link;
	if (!existsSync(dirname(cluster))) throw new DatabaseStartError(`${link} links to ${cluster}, which doesn't exist.`);
	if (existsSync(join(cluster, "cluster", "PG_VERSION"))) throw new DatabaseStartError(oldFolder(cluster));
	return process.getuid?.() === 0 ? findPlaceAsRoot(dataDir, link, cluster, logger) : { cluster, account: {} };
}

function findPlaceAsRoot(dataDir: string, link: string, cluster: string, logger: Pick<Logger, "warn">): Place {
	const owner = statSync(cluster, { throwIfNoEntry: false });
	const account = owner?.uid ? { uid: owner.uid, gid: owner.gid } : unprivileged;
	letEnter(dataDir, account);
	if (canEnter(dirname(cluster), account)) {
		if (owner?.uid === 0) changeOwner(account, cluster);
		return { cluster, account };
	}
	if (owner) {
		throw new DatabaseStartError(
			`PostgreSQL doesn't run as root, and its account (${account.uid}) can't open ${dirname(cluster)}: move ${dataDir} to a folder that other accounts can open, or let them open the folders above it.`,
		);
	}
	const folder = makeOpenFolder(basename(dirname(dataDir)), account);
	symlinkSync(join(folder, "db"), link);
	syncFolderSync(dataDir);
	logger.warn(
		{ folder },
		`PostgreSQL doesn't run as root, and no other account can open ${dataDir}; the database is in ${folder}, linked from ${link}`,
	);
	return { cluster: join(folder, "db"), account };
}

/** Lets the account's group pass through a data folder that only root can open, without seeing its contents. */
function letEnter(dataDir: string, account: Account): void {
	const { uid, mode } = statSync(dataDir);
	if (uid !== 0 || account.gid === undefined || canEnter(dataDir, account)) return;
	if (!canEnter(dirname(dataDir), account)) return;
	chownSync(dataDir, 0, account.gid);
	chmodSync(dataDir, mode | 0o010);
}

function makeOpenFolder(name: string, account: Account): string {
	makeFolderSync(openPlace);
	chmodSync(openPlace, 0o711);
	const folder = mkdtempSync(join(openPlace, `${name}-`));
	changeOwner(account, folder);
	// For initdb, which runs under another account in the same group.
	chmodSync(folder, 0o710);
	syncFolderSync(openPlace);
	return folder;
}

const oldFolder = (folder: string) =>
	`${folder} is a database of an earlier version (PGlite), which this one cannot read: run \`npm run backup -- site.tar.gz\` with that version, move ${folder} away, and run \`npm run restore -- site.tar.gz --force\` with this one. Nothing was changed.`;

function linkTarget(path: string): string | undefined {
	return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

/** Whether an account can open a folder, tested by opening it. */
function canEnter(folder: string, account: Account): boolean {
	return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...account, cwd: "/" }).status === 0;
}

/** The major version of a cluster, or undefined if there is no cluster yet. */
export function clusterMajor(cluster: string): number | undefined {
	try {
		return Number.parseInt(readFileSync(join(cluster, "PG_VERSION"), "utf8"), 10);
	} catch (error) {
		if (!hasCode(error, "ENOENT")) throw new DatabaseStartError(`${cluster} can't be read: ${error}`);
		if (existsSync(cluster) && readdirSync(cluster).length > 0) {
			throw new DatabaseStartError(
				`${cluster} is neither empty nor a PostgreSQL database. Set DATA_DIR to another folder.`,
			);
		}
	}
}

/** The site's role is no superuser, so that an SQL injection can't run programs or read files. */
export const siteRole = "site";
export const superuser = "postgres";

/**
 * Creates a cluster with the site's empty database, in a folder that gets its final name once it is complete and on
 * disk. The locale and collation are PostgreSQL's own, so no index depends on the system's libraries.
 */
export async function createCluster(
	{ cluster, account }: Place,
	binaries: Binaries,
	overTcp: "reject" | "trust" = "reject",
	durable = true,
): Promise<void> {
	const unfinished = mkdtempSync(`${cluster}${unfinishedMark}`);
	const maker = withName(account);
	const initdb = join(binaries.folder, "initdb");
	try {
		changeOwner(maker, unfinished);
		await run(initdb, [...initdbOptions, `--auth-host=${overTcp}`, "--pgdata", unfinished], maker);
		const single = ["--single", "-D", unfinished, "-c", "fsync=off", "-c", "exit_on_error=on", "template1"];
		const statements = `create role ${siteRole} login;\ncreate database ${siteRole} owner ${siteRole};\n`;
		await run(join(binaries.folder, "postgres"), single, maker, statements);
		changeOwner(account, unfinished);
		if (durable) await run(initdb, ["--sync-only", "--pgdata", unfinished], account);
		renameSync(unfinished, cluster);
		if (durable) syncFolderSync(dirname(cluster));
	} catch (error) {
		// Another process was quicker.
		if (clusterMajor(cluster) === undefined) throw error;
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
	}
}

const initdbOptions = [
	"--no-sync",
	"--no-instructions",
	"--data-checksums",
	// Small, because the option to restore to any minute needs one segment a minute (decision 040).
	"--wal-segsize=1",
	`--username=${superuser}`,
	"--encoding=UTF8",
	"--locale=C",
	"--locale-provider=builtin",
	"--builtin-locale=C.UTF-8",
	// Only the server's account can open the socket's folder.
	"--auth-local=trust",
];

/** Part of the name of an incomplete folder. */
export const unfinishedMark = ".new-";

/** Deletes incomplete clusters left by killed starts. Only the process that holds the cluster may call it. */
export function removeUnfinished(cluster: string): void {
	for (const name of readdirSync(dirname(cluster))) {
		if (name.startsWith(`${basename(cluster)}${unfinishedMark}`)) {
			rmSync(join(dirname(cluster), name), { recursive: true, force: true });
		}
	}
}

/** Unlike the server, initdb looks up the name of its account. If the account has none, `nobody` is used. */
function withName(account: Account): Account {
	if (account.uid === undefined) return account;
	const [, uid] = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(-?\d+):/m) ?? [];
	return { uid: Number(uid ?? account.uid), gid: account.gid };
}

function run(program: string, parameters: string[], account: Account, input = ""): Promise<void> {
	return new Promise((done, failed) => {
		const child = execFile(program, parameters, { ...account, cwd: "/" }, (error, _, words) =>
			error ? failed(new DatabaseStartError(`The database could not be created: ${words || error.message}`)) : done(),
		);
		// A program that doesn't read all of it says by its status how it ended.
		child.stdin?.on("error", () => undefined).end(input);
	});
}
