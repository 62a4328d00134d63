import { join } from "node:path";
import { withoutDirections } from "#lib/text/text.ts";
import { projectRoot } from "#platform/process/project-root.server.ts";
import { createWorker, startProcess } from "#platform/process/worker.server.ts";
import preamble from "./preamble.typ?raw";
import type { TypstJob } from "./typst.process.ts";
import { textFamilies, typstFontFolders } from "./typst-fonts.ts";

/** The build has copied the files out of the packages, which are installed for development only. */
const fontsRoot = import.meta.env.PROD
	? join(projectRoot, "build", "server", "fonts")
	: join(projectRoot, "node_modules", "@expo-google-fonts");
const fontFolders = typstFontFolders.map((folder) => join(fontsRoot, folder));

/** A document takes milliseconds; one that takes this long will never be done. */
const timeoutMs = 30_000;
/** The fonts take about 60 MB, which are freed when nothing has been requested for a while. */
const idleMs = 60_000;

/** The limit for a process's own objects; the fonts and the document don't count. */
const heapMegabytes = 128;

/** The build bundles it into one file; development and tests run it from the sources. */
const file = import.meta.env.PROD
	? join(projectRoot, "build", "server", "typst.js")
	: join(projectRoot, "src", "platform", "typst", "typst.process.ts");

/** Typesetting is synchronous, and a fault in Typst ends the process that it runs in, so it has one of its own. */
const inProcess = createWorker<TypstJob, Uint8Array<ArrayBuffer>>({
	start: () => startProcess(file, heapMegabytes, fontFolders),
	withinMs: timeoutMs,
	idleMs,
});

/**
 * Sets a template, which finds what `preamble.typ` defines.
 * @param data JSON. Letters and their marks become one, as far as they can. What directs text is left out, because Typst
 * ends its process at some texts with it.
 */
export function typeset(
	template: string,
	data: string,
	format: TypstJob["format"] = "1.7",
): Promise<Uint8Array<ArrayBuffer>> {
	const inputs = { data: withoutDirections(data.normalize("NFC")), fonts: JSON.stringify(textFamilies) };
	return inProcess({ template: preamble + template, inputs, format });
}
