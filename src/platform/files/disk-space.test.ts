import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { isNearlyFull, readDiskSpace } from "./disk-space.server.ts";

const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;

test.each([
	["a disk of 100 MB with 9 MB free", 9 * megabyte, 100 * megabyte, true],
	["a disk of 100 MB with 11 MB free", 11 * megabyte, 100 * megabyte, false],
	["a disk of 5 GB with 400 MB free", 400 * megabyte, 5 * gigabyte, true],
	["a disk of 40 GB with 900 MB free", 900 * megabyte, 40 * gigabyte, true],
	["a disk of 40 GB with 2 GB free", 2 * gigabyte, 40 * gigabyte, false],
	["a disk of 4 TB with 300 GB free", 300 * gigabyte, 4096 * gigabyte, false],
	["a disk without room", 0, 40 * gigabyte, true],
])("whether %s is nearly full", (_what, free, size, expected) => {
	expect(isNearlyFull({ free, size })).toBe(expected);
});

test("reads the free space on the disk of a folder", async () => {
	const { free, size } = await readDiskSpace(tmpdir());
	expect(free).toBeGreaterThan(0);
	expect(free).toBeLessThan(size);
});
