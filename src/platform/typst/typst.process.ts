import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import type { WorkerReply } from "#platform/process/worker.server.ts";

export type TypstJob = { template: string; inputs: Record<string, string>; format: "svg" | "1.7" };

// The process is started with the folders of the fonts.
const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: process.argv.slice(2) }] });

function typeset({ template, inputs, format }: TypstJob): Uint8Array {
	const source = { mainFileContent: template, inputs };
	return format === "svg" ? Buffer.from(compiler.plainSvg(source)) : compiler.pdf(source, { pdfStandard: format });
}

process.on("message", (job: TypstJob) => {
	let reply: WorkerReply<Uint8Array>;
	try {
		reply = { answer: typeset(job) };
		compiler.evictCache(10);
	} catch (error) {
		reply = { failure: error instanceof Error && error.message ? error.message : String(error) };
	}
	process.send?.(reply);
});
// The site has ended, perhaps without being able to say so.
process.on("disconnect", () => process.exit());
process.send?.("loaded");
