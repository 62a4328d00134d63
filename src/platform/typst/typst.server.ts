import { createRequire } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { projectRoot } from "#platform/process/project-root.server.ts";
import { createWorker, WorkerFailure } from "#platform/process/worker.server.ts";
import preamble from "./preamble.typ?raw";
import { textFamilies, typstFontFolders } from "./typst-fonts.ts";

const { resolve } = createRequire(import.meta.url);

/** The build has copied the files out of the packages, which are installed for development only. */
const fontsRoot = import.meta.env.PROD
	? join(projectRoot, "build", "server", "fonts")
	: join(projectRoot, "node_modules", "@expo-google-fonts");
const fontFolders = typstFontFolders.map((folder) => join(fontsRoot, folder));

/** A document takes milliseconds; one that takes this long will never be done. */
const timeoutMs = 30_000;
/** The fonts take about 60 MB, which are freed when nothing has been requested for a while. */
const idleMs = 60_000;

/**
 * Typesetting is synchronous, so it happens in a thread of its own. The thread's code is a text, because a file would
 * have to be found in the sources in development and in the bundle in production.
 */
const workerCode = `
	const { parentPort, workerData } = require("node:worker_threads");
	const { NodeCompiler } = require(workerData.typst);
	const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: workerData.fontFolders }] });
	parentPort.on("message", ({ template, inputs, format }) => {
		try {
			const source = { mainFileContent: template, inputs };
			const answer = format === "svg" ? Buffer.from(compiler.plainSvg(source)) : compiler.pdf(source, { pdfStandard: format });
			compiler.evictCache(10);
			parentPort.postMessage({ answer });
		} catch (error) {
			parentPort.postMessage({ failure: error.message || String(error) });
		}
	});`;

type Format = "svg" | "1.7" | "a-2b";
type Job = { template: string; inputs: Record<string, string>; format: Format };

const inThread = createWorker<Job, Uint8Array<ArrayBuffer>>({
	start: () =>
		new Worker(workerCode, {
			eval: true,
			workerData: { typst: resolve("@myriaddreamin/typst-ts-node-compiler"), fontFolders },
		}),
	withinMs: timeoutMs,
	idleMs,
});

/** Typst ends its whole process at some texts with these: marks that overrule the direction of what follows. */
const overruling = /[\u202A-\u202E]/g;

/** Sets a template, which finds what `preamble.typ` defines. @param data JSON. Letters and their marks become one, as far as they can. */
export function typeset(template: string, data: string, format: Format = "1.7"): Promise<Uint8Array<ArrayBuffer>> {
	const inputs = { data: data.normalize("NFC").replaceAll(overruling, ""), fonts: JSON.stringify(textFamilies) };
	return inThread({ template: preamble + template, inputs, format });
}

/** Nothing but the text. */
const textTemplate = `#set text(font: fonts)
#set document(date: none)
#directed(data)`;

/**
 * The characters of a text that would be shown as boxes, `most` of them at most. Typst itself is asked: the standard
 * PDF/A-2b forbids boxes, and the refusal names the first character that would be one. So what shapers compose, replace
 * or leave out (accents, emoji, marks of direction) is judged as it will be drawn.
 */
export async function listMissingCharacters(text: string, most: number): Promise<string[]> {
	const missing: string[] = [];
	let rest = [...new Set(text.toWellFormed().normalize("NFC").split(/\s+/))].join(" ");
	while (missing.length < most) {
		const refusal = await typeset(textTemplate, JSON.stringify(rest), "a-2b").then(
			() => undefined,
			(error: unknown) => error,
		);
		if (refusal === undefined) break;
		if (!(refusal instanceof WorkerFailure)) throw refusal;
		const named = quotedIn(refusal.message);
		// Marks and what has no shape are named by their number.
		const character = named?.replace(/\\{1,4}u\{([0-9a-f]{1,6})\}/g, (_, hex: string) =>
			String.fromCodePoint(Number.parseInt(hex, 16)),
		);
		if (!character || !rest.includes(character)) throw refusal;
		missing.push(character);
		rest = rest.replaceAll(character, "");
	}
	return missing;
}

/** What Typst says it cannot draw, in quotes that its message escapes. */
function quotedIn(message: string): string | undefined {
	const opening = 'the text \\"';
	const start = message.indexOf(opening) + opening.length;
	const end = message.indexOf('\\" could not be displayed', start);
	return start < opening.length || end === -1 ? undefined : message.slice(start, end);
}
