// npm run bench [-- SECTION…]: measures the built site and prints one table; with all sections it also writes
// docs/performance-figures.md.
import { writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { measureLists } from "./admin-lists.ts";
import { measureApi } from "./api.ts";
import { measureBeside } from "./beside.ts";
import { measureBrowser, measureBrowserBeside } from "./browser.ts";
import { measureCallSlots } from "./call-slots.ts";
import { type Figure, toMarkdown } from "./figure.ts";
import { measureInbound } from "./inbound.ts";
import { measureLive } from "./live.ts";
import { measureNavigation } from "./navigation.ts";
import { measurePages } from "./pages.ts";
import { measureStart } from "./start.ts";
import { measureThreads } from "./threads.ts";

const sections: Record<string, { title: string; measure(): Promise<Figure[]> }> = {
	pages: { title: "Public pages from memory", measure: measurePages },
	browser: { title: "Public pages in Lighthouse (mobile)", measure: measureBrowser },
	navigation: { title: "From page to page", measure: measureNavigation },
	lists: { title: "Back-office lists", measure: measureLists },
	api: { title: "API, on its own database server", measure: measureApi },
	calls: { title: "Free times of calls", measure: measureCallSlots },
	threads: { title: "Conversations", measure: measureThreads },
	inbound: { title: "Incoming email", measure: measureInbound },
	live: { title: "Live updates", measure: measureLive },
	start: { title: "Start and size", measure: measureStart },
};

/** Runs only when it is asked for: it needs another checkout. */
const onDemand: typeof sections = {
	beside: { title: "Beside another checkout", measure: measureBeside },
	"browser-beside": {
		title: "Public pages in Lighthouse (mobile), beside another checkout",
		measure: measureBrowserBeside,
	},
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
const parts = [`Measured on ${machine}.`];
for (const [name, { title, measure }] of Object.entries(known)) {
	if (asked.length > 0 ? !asked.includes(name) : name in onDemand) continue;
	const part = `## ${title}\n\n${toMarkdown(await measure())}`;
	console.log(`\n${part}`);
	parts.push(part);
}
if (asked.length === 0)
	writeFileSync("docs/performance-figures.md", `# Figures of the last \`npm run bench\`\n\n${parts.join("\n\n")}\n`);
