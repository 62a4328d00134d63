import type { Config } from "@react-router/dev/config";

export default {
	appDirectory: "src",
	ssr: true,
	// The product has few routes: sending all at once saves a request at each first navigation.
	routeDiscovery: { mode: "initial" },
} satisfies Config;
