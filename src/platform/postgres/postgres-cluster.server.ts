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
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { hasCode, makeFolderSync, syncFolderSync } from "#platform/files/durable-files.server.ts";
import type { Logger } from "#platform/process/logger.server.ts";
import { type Account, type Binaries, changeOwner, DatabaseStartError } from "./postgres-binaries.server.ts";

/*
 * A cluster is PostgreSQL's data folder: here it is found, or made. What runs on it is in postgres-server.server.ts.
 */

export type Place = {
	/** Where the cluster is, or will be created. */
	cluster: string;
	account: Account;
};

/**
 * Who PostgreSQL runs as where this process is root, which it refuses. No account has this number, so no one else can
 * act as it.
 */
const unprivileged = { uid: 59_432, gid: 59_432 };

/** For clusters that lie outside of their data folder, because PostgreSQL's account cannot enter that. */
const openPlace = "/var/lib/pilcrow";

/** Where the cluster of a data folder lies, and as whom its server runs. */
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

/** Lets the account's group pass through a data folder that only root may enter, and see nothing of what is there. */
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
	// For initdb, which runs by another account of the same group.
	chmodSync(folder, 0o710);
	syncFolderSync(openPlace);
	return folder;
}

const oldFolder = (folder: string) =>
	`${folder} is a database of an earlier version (PGlite), which this one cannot read: run \`npm run backup -- site.tar.gz\` with that version, move ${folder} away, and run \`npm run restore -- site.tar.gz --force\` with this one. Nothing was changed.`;

function linkTarget(path: string): string | undefined {
	return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

/** Whether an account may enter a folder, found out by doing so. */
function canEnter(folder: string, account: Account): boolean {
	return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...account, cwd: "/" }).status === 0;
}

/** The major version that a cluster was made by; undefined where there is none yet. */
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

/**
 * The site's role and its database. The role is no superuser: SQL that somebody smuggles into the site must not be able
 * to run programs or to read files.
 */
export const siteRole = "site";
export const superuser = "postgres";

export type Access = {
	/**
	 * What somebody who comes over TCP has to prove. Sockets lie in a folder that only the server's account may enter.
	 */
	overTcp: "reject" | "trust" | "scram-sha-256";
	/** Of both roles, for scram-sha-256. */
	password?: string;
};

/**
 * Makes a cluster with the site's empty database, in a folder that gets its name when it is complete and on disk.
 * Locale and collation are PostgreSQL's own, so that no index depends on the system's libraries.
 */
export async function createCluster(
	{ cluster, account }: Place,
	binaries: Binaries,
	access: Access,
	durable = true,
): Promise<void> {
	const unfinished = mkdtempSync(`${cluster}${unfinishedMark}`);
	const maker = withName(account);
	const initdb = join(binaries.folder, "initdb");
	const password = access.password ? ` password '${access.password}'` : "";
	const passwordFile = `${unfinished}.password`;
	try {
		changeOwner(maker, unfinished);
		if (access.password) writeFileSync(passwordFile, access.password, { mode: 0o600 });
		await run(initdb, [...initdbOptions(access, passwordFile), "--pgdata", unfinished], maker);
		const single = ["--single", "-D", unfinished, "-c", "fsync=off", "-c", "exit_on_error=on", "template1"];
		const statements = `create role ${siteRole} login${password};\ncreate database ${siteRole} owner ${siteRole};\n`;
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
		rmSync(passwordFile, { force: true });
	}
}

function initdbOptions({ overTcp, password }: Access, passwordFile: string): string[] {
	const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
	// Windows has no sockets that only one account can reach: there everybody comes over TCP.
	const auth = [`--auth-local=${password ? overTcp : "trust"}`, `--auth-host=${overTcp}`];
	return [
		"--no-sync",
		"--no-instructions",
		"--data-checksums",
		// Small, because a restore to a minute takes one a minute (decision 040).
		"--wal-segsize=1",
		`--username=${superuser}`,
		...locale,
		...auth,
		...(password ? [`--pwfile=${passwordFile}`] : []),
	];
}

/** In the name of what is not complete yet. */
export const unfinishedMark = ".new-";

/** Removes what killed starts left behind while creating a cluster. Only the holder of the cluster may call it. */
export function removeUnfinished(cluster: string): void {
	for (const name of readdirSync(dirname(cluster))) {
		if (name.startsWith(`${basename(cluster)}${unfinishedMark}`)) {
			rmSync(join(dirname(cluster), name), { recursive: true, force: true });
		}
	}
}

/**
 * Unlike the server, initdb looks up the name of the account that runs it. If the account has none, `nobody` is used
 * instead.
 */
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
		child.stdin?.end(input);
	});
}
