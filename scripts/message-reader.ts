import { build } from "vite";

/** Makes one file of the thread that reads incoming email, beside the server (features/inbound/message). */
export async function buildMessageReader(folder: string): Promise<void> {
	await build({
		configFile: false,
		logLevel: "warn",
		define: { "process.env.NODE_ENV": JSON.stringify("production") },
		build: {
			ssr: "src/features/inbound/message/message-reader.process.ts",
			outDir: folder,
			emptyOutDir: false,
			copyPublicDir: false,
			minify: true,
			rolldownOptions: { output: { entryFileNames: "message-reader.js", codeSplitting: false } },
		},
		ssr: { noExternal: true },
	});
}
