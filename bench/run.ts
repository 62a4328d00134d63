// npm run bench [-- SECTION…]: measures the built site, prints a table of each section, and writes it into
// docs/performance-figures.md in place of the former one.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { measureLists } from "./admin-lists.ts";
import { measureApi } from "./api.ts";
import { measureBeside } from "./beside.ts";
import { measureBrowser } from "./browser.ts";
import { measureCallSlots } from "./call-slots.ts";
import { type Figure, toMarkdown } from "./figure.ts";
import { measureLive } from "./live.ts";
import { measurePages } from "./pages.ts";
import { measureStart } from "./start.ts";

const sections: Record<string, { title: string; measure(): Promise<Figure[]> }> = {
	pages: { title: "Public pages from memory", measure: measurePages },
	browser: { title: "Public pages in Lighthouse (mobile)", measure: measureBrowser },
	lists: { title: "Back-office lists", measure: measureLists },
	api: { title: "API, on its own database server", measure: measureApi },
	calls: { title: "Free times of calls", measure: measureCallSlots },
	live: { title: "Live updates", measure: measureLive },
	start: { title: "Start and size", measure: measureStart },
};

/** Runs only when it is asked for: it needs another checkout. */
const onDemand: typeof sections = {
	beside: { title: "Beside another checkout", measure: measureBeside },
};
const known = { ...sections, ...onDemand };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !known[name]);
if (unknown.length > 0) {
	console.error(`There is no section ${unknown.join(", ")}. There are: ${Object.keys(known).join(", ")}.`);
	process.exit(1);
}

const [{ model = "an unknown processor" } = {}] = cpus();
const machine = `${cpus().length} cores (${model.trim()}), ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
const figuresFile = "docs/performance-figures.md";
for (const [name, { title, measure }] of Object.entries(known)) {
	if (asked.length > 0 ? !asked.includes(name) : name in onDemand) continue;
	const part = `## ${title}\n\nMeasured on ${machine}.\n\n${toMarkdown(await measure())}\n`;
	console.log(`\n${part}`);
	if (name in sections) keep(title, part);
}

/** Each section as it was measured last, in their usual order. */
function keep(title: string, part: string): void {
	const kept = (existsSync(figuresFile) ? readFileSync(figuresFile, "utf8") : "").split(/^(?=## )/m);
	const former = Object.values(sections).map((section) =>
		section.title === title ? part : kept.find((text) => text.startsWith(`## ${section.title}\n`)),
	);
	const body = former.filter((text) => text !== undefined).map((text) => `${text.trim()}\n`);
	writeFileSync(figuresFile, ["# Figures of `npm run bench`\n", ...body].join("\n"));
}
