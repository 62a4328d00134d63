import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Bucket } from "#platform/files/storage.server.ts";

/*
 * What lies in BACKUP_DIR for a restore to a minute (decision 040):
 *   point-in-time/<chain>/base-<moment>-<segment>.tar.gz  the database, complete at that moment; its log begins there
 *   point-in-time/<chain>/<segment>.gz                    the database server's log, in segments, without a gap
 *   point-in-time/files/<bucket>/<name>                   every stored file
 * A chain is named after the server's replication slot, which keeps what is not here yet.
 */

export type BaseCopy = {
	chain: string;
	file: string;
	/** The earliest time that can be restored from this base copy. */
	completeAt: Date;
	/** The first log segment that this base copy needs. */
	firstSegment: string;
};

/** Base copies, oldest first, and log segments in order. */
export type Chain = { name: string; bases: BaseCopy[]; segments: string[] };

export const pointInTimeFolder = (backupDir: string) => join(backupDir, "point-in-time");
export const filesFolder = (folder: string, bucket: Bucket) => join(folder, "files", bucket);

const baseName = /^base-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-([0-9A-F]{24})\.tar\.gz$/;
const segmentName = /^([0-9A-F]{24})\.gz$/;
const chainName = /^site_[a-z0-9_]+$/;

export const newChainName = (now: Date) =>
	`site_${now
		.toISOString()
		.toLowerCase()
		.replaceAll(/[^\dtz]/g, "_")}`;
export const baseFile = (completeAt: Date, firstSegment: string) =>
	`base-${completeAt.toISOString().replaceAll(":", "-")}-${firstSegment}.tar.gz`;
export const segmentFile = (segment: string) => `${segment}.gz`;

export function parseBaseFile(chain: string, file: string): BaseCopy | undefined {
	const [, day, hour, minute, second, firstSegment] = file.match(baseName) ?? [];
	return firstSegment
		? { chain, file, completeAt: new Date(`${day}T${hour}:${minute}:${second}`), firstSegment }
		: undefined;
}

export async function listChains(folder: string): Promise<Chain[]> {
	const names = (await readdir(folder)).filter((name) => chainName.test(name)).sort();
	return Promise.all(names.map((name) => readChain(folder, name)));
}

async function readChain(folder: string, name: string): Promise<Chain> {
	const files = (await readdir(join(folder, name))).sort();
	return {
		name,
		bases: files.flatMap((file) => parseBaseFile(name, file) ?? []),
		segments: files.flatMap((file) => file.match(segmentName)?.[1] ?? []),
	};
}

const oldestFirst = (a: BaseCopy, b: BaseCopy) => a.completeAt.getTime() - b.completeAt.getTime();

/** All base copies, oldest first. */
export const basesOf = (chains: Chain[]): BaseCopy[] => chains.flatMap(({ bases }) => bases).sort(oldestFirst);

/** The base copies needed to restore any time after `since`: the last one complete by then, and all later ones. */
export function neededBases(chains: Chain[], since: Date): BaseCopy[] {
	const bases = basesOf(chains);
	return bases.slice(Math.max(0, lastBefore(bases, since)));
}

const lastBefore = (bases: BaseCopy[], moment: Date) => bases.findLastIndex(({ completeAt }) => completeAt <= moment);

export type RestorePlan = { base: BaseCopy; segments: string[] };

/**
 * The base copy and log segments from which to restore a time, or the latest state if no time is given. Undefined if
 * no base copy is old enough. The segments continue to the start of the second base copy after that time, because the
 * first one may have started before it.
 */
export function planRestore(chains: Chain[], moment: Date | undefined): RestorePlan | undefined {
	const bases = basesOf(chains);
	const base = moment ? bases[lastBefore(bases, moment)] : bases.at(-1);
	const chain = chains.find(({ name }) => name === base?.chain);
	if (!base || !chain) return;
	const end = chain.bases.filter(({ completeAt }) => moment && completeAt > moment)[1]?.firstSegment;
	const isNeeded = (segment: string) => segment >= base.firstSegment && (!end || segment <= end);
	return { base, segments: chain.segments.filter(isNeeded) };
}

/** Removes base copies, segments, and chains that no time after `since` needs, except the chain being written. */
export async function pruneChains(folder: string, since: Date, current: string): Promise<void> {
	const chains = await listChains(folder);
	const needed = new Set(neededBases(chains, since).map(({ file }) => file));
	for (const { name, bases, segments } of chains) {
		const kept = bases.filter(({ file }) => needed.has(file));
		const [first] = kept;
		if (!first) {
			if (name !== current) await rm(join(folder, name), { recursive: true });
			continue;
		}
		for (const base of bases) if (!kept.includes(base)) await rm(join(folder, name, base.file));
		for (const segment of segments) {
			if (segment < first.firstSegment) await rm(join(folder, name, segmentFile(segment)));
		}
	}
}
