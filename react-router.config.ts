import { execFileSync } from "node:child_process";
import type { Config } from "@react-router/dev/config";
import { buildChildProcesses } from "./scripts/child-processes.ts";
import { copyFonts } from "./scripts/copy-fonts.ts";
import { precompress } from "./scripts/precompress.ts";

export default {
	appDirectory: "src",
	ssr: true,
	// The product has few routes: sending all at once saves a request at each first navigation.
	routeDiscovery: { mode: "initial" },
	buildEnd: async () => {
		// In a process of its own, because it renders pages with the development build of React.
		const env = { ...process.env, NODE_ENV: "development" };
		execFileSync(process.execPath, ["scripts/page-styles.ts"], { stdio: "inherit", env });
		await precompress("build/client");
		await copyFonts("build/server/fonts");
		await buildChildProcesses("build/server");
	},
} satisfies Config;
