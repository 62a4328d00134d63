import { build } from "vite";

const sources = {
	"busy-times": "src/features/bookings/busy/busy-spans.process.ts",
	"message-reader": "src/features/inbound/message/message-reader.process.ts",
	typst: "src/platform/typst/typst.process.ts",
};

/** Makes one file of each process that the server starts, beside the server. */
export async function buildChildProcesses(folder: string): Promise<void> {
	for (const [name, ssr] of Object.entries(sources)) {
		await build({
			configFile: false,
			logLevel: "warn",
			define: { "process.env.NODE_ENV": JSON.stringify("production") },
			build: {
				ssr,
				outDir: folder,
				emptyOutDir: false,
				copyPublicDir: false,
				minify: true,
				rolldownOptions: { output: { entryFileNames: `${name}.js`, codeSplitting: false } },
			},
			// Typst loads a binary next to itself. The license of ical.js wants it unchanged, in files of its own.
			ssr: { noExternal: true, external: ["@myriaddreamin/typst-ts-node-compiler", "ical.js"] },
		});
	}
}
