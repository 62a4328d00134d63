import type { Config } from "@react-router/dev/config";
import { copyFonts } from "./scripts/copy-fonts.ts";
import { precompress } from "./scripts/precompress.ts";

export default {
	appDirectory: "src",
	ssr: true,
	// The product has few routes: sending all at once saves a request at each first navigation.
	routeDiscovery: { mode: "initial" },
	buildEnd: async () => {
		await precompress("build/client");
		await copyFonts("build/server/fonts");
	},
} satisfies Config;
