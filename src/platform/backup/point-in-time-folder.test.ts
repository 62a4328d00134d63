import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
	baseFile,
	listChains,
	newChainName,
	planRestore,
	pruneChains,
	segmentFile,
} from "./point-in-time-folder.server.ts";

const segment = (number: number) => number.toString(16).toUpperCase().padStart(24, "0");
const day = (number: number, hour = 0) => new Date(Date.UTC(2026, 10, number, hour));

/** Two chains: one with a base copy on the 1st, 2nd and 3rd, the other on the 5th; ten segments a day, base copies begin in the first. */
async function twoChains() {
	const folder = await mkdtemp(join(tmpdir(), "test-chains-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	const [older, newer] = [newChainName(day(1)), newChainName(day(5))];
	for (const [chain, days] of [
		[older, [1, 2, 3]],
		[newer, [5]],
	] as const) {
		await mkdir(join(folder, chain));
		for (const each of days) {
			await writeFile(join(folder, chain, baseFile(day(each), segment(10 * each))), "");
			for (let number = 0; number < 10; number++) {
				await writeFile(join(folder, chain, segmentFile(segment(10 * each + number))), "");
			}
		}
	}
	await mkdir(join(folder, "files"));
	return { folder, older, newer, chains: await listChains(folder) };
}

test("a moment is restored from the last base copy before it, with the log from there on", async () => {
	const { chains, older, newer } = await twoChains();
	const plan = (moment?: Date) => {
		const { base, segments } = planRestore(chains, moment) ?? {};
		return base && [base.chain, base.completeAt, segments?.[0], segments?.at(-1)];
	};
	expect(plan(day(2))).toEqual([older, day(2), segment(20), segment(39)]);
	expect(plan(day(3, 12))).toEqual([older, day(3), segment(30), segment(39)]);
	expect(plan(day(4))).toEqual([older, day(3), segment(30), segment(39)]);
	expect(plan(day(9))).toEqual([newer, day(5), segment(50), segment(59)]);
	expect(plan()).toEqual([newer, day(5), segment(50), segment(59)]);
	// Up to where the second base copy after the moment begins: the first may have begun before the moment.
	expect(plan(day(1, 12))).toEqual([older, day(1), segment(10), segment(30)]);
	expect(plan(new Date(day(1).getTime() - 1))).toBeUndefined();
});

test("anything older than the base copy before the oldest archive is deleted, with its part of the log", async () => {
	const { folder, older, newer } = await twoChains();
	const left = async () =>
		(await listChains(folder)).map(({ name, bases, segments }) => [name, bases.length, segments[0]]);
	await pruneChains(folder, new Date(day(1).getTime() - 1), newer);
	expect(await left()).toEqual([
		[older, 3, segment(10)],
		[newer, 1, segment(50)],
	]);
	await pruneChains(folder, day(3), newer);
	expect(await left()).toEqual([
		[older, 1, segment(30)],
		[newer, 1, segment(50)],
	]);
	await pruneChains(folder, day(6), newer);
	expect(await left()).toEqual([[newer, 1, segment(50)]]);
	expect(await readdir(folder)).toContain("files");
});

test("a chain without a base copy stays while it is being written, and is deleted otherwise", async () => {
	const { folder } = await twoChains();
	const [current, abandoned] = [newChainName(day(6)), newChainName(day(7))];
	for (const name of [current, abandoned]) await mkdir(join(folder, name));
	await pruneChains(folder, day(2), current);
	const names = await readdir(folder);
	expect(names).toContain(current);
	expect(names).not.toContain(abandoned);
});
