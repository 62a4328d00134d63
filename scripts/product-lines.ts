import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";

// Prints the lines of src without tests, by room, beside those of the last release: its newest tag, where there is one.

type Counted = { path: string; lines: number };

function linesByRoom(files: Counted[]): Map<string, number> {
	const rooms = new Map<string, number>();
	for (const { path, lines } of files) {
		if (/\.test\.tsx?$/.test(path)) continue;
		const room = /^src\/((?:features|platform|admin)\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? "root files";
		for (const name of [room, "together"]) rooms.set(name, (rooms.get(name) ?? 0) + lines);
	}
	return rooms;
}

const now = globSync("src/**/*.{ts,tsx}").map((path) => ({
	path,
	lines: readFileSync(path, "utf8").split("\n").length - 1,
}));

/** What git prints, line by line; nothing where it can't, as outside of a repository. */
const git = (...parameters: string[]): string[] =>
	(spawnSync("git", parameters, { encoding: "utf8" }).stdout ?? "").split("\n").filter(Boolean);

const [release] = git("tag", "--list", "v*", "--sort=-creatordate");
const released = release ? git("grep", "--count", "", release, "--", "src/*.ts", "src/*.tsx") : [];
const before = linesByRoom(
	released.map((counted) => {
		const [, path = "", lines] = /^[^:]+:(.+):(\d+)$/.exec(counted) ?? [];
		return { path, lines: Number(lines) };
	}),
);
const column = (text: string | number) => String(text).padStart(7);
console.log(`${column("now")}${release ? column(release) : ""}`);
for (const [room, lines] of [...linesByRoom(now)].sort(([, one], [, other]) => other - one)) {
	console.log(`${column(lines)}${release ? column(before.get(room) ?? 0) : ""}  ${room}`);
}
