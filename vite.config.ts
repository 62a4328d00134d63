import { execFileSync } from "node:child_process";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { imagetools } from "vite-imagetools";
import packageFile from "./package.json" with { type: "json" };

/** Everything is bundled into the server except packages that load binaries, worker files or data files next to themselves. */
export const loadedFromNodeModules = [
	"@myriaddreamin/typst-ts-node-compiler",
	"@node-rs/argon2",
	"@simplewebauthn/server",
	// Its license wants it unchanged, in files of its own.
	"ical.js",
	"nodemailer",
	"pg-boss",
	"pino",
	"pg",
	"sharp",
];

/** `import x from "#art/x.jpg?picture"` gives the sources of one `<Picture>`. Widths beyond the master's become the master's. */
const pictureDirectives = new URLSearchParams({ as: "picture", w: "480;800;1200;1600" });
const fallbackWidth = 1200;

// Two formats for the browsers of today in every width, and one JPEG for all others. AVIF at quality 60 is a fifth larger
// and looks no better side by side; its default effort 4 takes seven times as long (67 s for all pictures on two cores) and
// saves a twelfth of the bytes: worth it for `?effort=4`, a picture that then fits the first flight of packets.
function pictureVariants(entries: [string, string[]][]) {
	const { w: widths = [], effort: [effort = "2"] = [] } = Object.fromEntries(entries);
	return [
		...widths.map((w) => ({ w, format: "avif", quality: "54", effort })),
		...widths.map((w) => ({ w, format: "webp", quality: "78", effort: "3" })),
		{ w: String(Math.max(...widths.map(Number).filter((w) => w <= fallbackWidth))), format: "jpg", quality: "78" },
	];
}

type Modules = { getModuleInfo(id: string): { importers: string[]; dynamicImporters: string[] } | null };

/** Modules that import everything and use little of it. */
const isBarrel = (id: string) => /node_modules\/(radix-ui|lucide-react)\//.test(id) && !id.includes("/icons/");

/** Whether the script of a public page, or an island, imports the module, at once or later. */
function reachesPublicPages(id: string, modules: Modules, seen = new Set<string>()): boolean {
	if (/\/entry\.public\.ts$|\.island\.tsx$|@radix-ui\/react-toast\//.test(id)) return true;
	if (seen.has(id) || isBarrel(id)) return false;
	seen.add(id);
	const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(id) ?? {};
	return [...importers, ...dynamicImporters].some((importer) => reachesPublicPages(importer, modules, seen));
}

/** Where there is no repository, as in an image, SITE_COMMIT names the commit. */
function readCommit(): string {
	try {
		return execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { stdio: ["ignore", "pipe", "ignore"] })
			.toString()
			.trim();
	} catch {
		return "unknown commit";
	}
}

export default defineConfig(({ command }) => ({
	define: {
		"process.env.SITE_VERSION": JSON.stringify(`${packageFile.version} (${process.env.SITE_COMMIT || readCommit()})`),
	},
	plugins: [
		tailwindcss(),
		imagetools({
			defaultDirectives: (url) => (url.searchParams.has("picture") ? pictureDirectives : new URLSearchParams()),
			resolveConfigs: pictureVariants,
		}),
		reactRouter(),
	],
	environments: {
		client: {
			build: {
				rolldownOptions: {
					// Beside the application's own entry: the script that public pages start with, and what a preview adds.
					input: ["./src/entry.public.ts", "./src/site/entry.preview.ts"],
					output: {
						// Without the names of all that share it, and with the shortest hash that Rolldown allows: the script of every
						// public page names thirty files.
						chunkFileNames: ({ name }) => `assets/${name.replace(/^public~(.*~)?/, "")}-[hash:7].js`,
						codeSplitting: {
							groups: [
								// Islands and the application share React; only the application has the router.
								{ name: "react", test: /node_modules\/(react|react-dom|scheduler|clsx)\//, priority: 3 },
								{ name: "router", test: /node_modules\/react-router\//, priority: 2 },
								// Public pages start with two files: their entry and this one, which the application shares. Without
								// the group, Vite's helper would be put beside React and load it everywhere.
								{
									name: "start",
									test: /vite\/preload-helper|src\/(site\/(menus|home\/(rotation|stillness))|ui\/islands\/kept-toast-key|admin\/session\/session-key)\.ts$/,
									priority: 4,
								},
								// What the islands with forms share. Without the group it would be a dozen files.
								{
									name: "forms",
									test: /src\/(site\.config\.ts$|ui\/(forms\/|(islands\/kept-)?toast\.ts$|(button|field|toast-area)\.tsx$)|lib\/(reach\/(email-address|without-invisible)|time\/visitor-zone)\.ts$)|lucide-react\/dist\/esm\/(\w+\.m?js|shared\/|icons\/(arrow-right|chevron-down|circle-alert|x)\.m?js)/,
									priority: 4,
								},
								// Public pages load the auth client later, as one file.
								{
									name: "auth",
									test: /src\/(admin\/session\/(auth\.client|device-id)|lib\/mailed-link)\.ts$|node_modules\/@supabase\//,
									priority: 4,
								},
								// First in root.tsx, and therefore first of all: in one file with others it would wait for what that imports.
								{ name: "guards", test: /src\/(guards\.client|lib\/text\/trusted-markup)\.ts$/, priority: 5 },
								// What several screens of the back office share is one file, not a hundred. What a public page may load
								// stays apart from it.
								{
									name: (id, modules) => (reachesPublicPages(id, modules) ? "public" : null),
									entriesAware: true,
									priority: 1,
								},
								{ name: "desk", minShareCount: 3 },
							],
						},
					},
				},
			},
		},
		ssr: {
			build: {
				rolldownOptions: {
					input: "./src/server.ts",
				},
			},
			// React Router leaves this condition out where "dependencies" do not name its package for Node, which nothing here uses.
			resolve: {
				conditions: ["node"],
				externalConditions: ["node"],
				...(command === "build" && { noExternal: true, external: loadedFromNodeModules }),
			},
			...(command === "build" && {
				// React's production build, which renders three times as fast, whatever NODE_ENV says at run time.
				define: { "process.env.NODE_ENV": JSON.stringify("production") },
			}),
		},
	},
}));
