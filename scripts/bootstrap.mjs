// Runs before every command, on whatever Node the machine has (18 or later) and without any package: it installs what
// the lockfile names, builds when sources changed, and with "test" finds or installs a browser.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const neededNode = 24;
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);

const sources = [
	"src",
	"art",
	"public",
	"scripts/copy-fonts.ts",
	"scripts/child-processes.ts",
	"scripts/page-specimens.ts",
	"scripts/page-styles.ts",
	"scripts/precompress.ts",
	"vite.config.ts",
	"react-router.config.ts",
	"package-lock.json",
];
const windows = process.platform === "win32";

installPackages();
const node = findNode();
if (process.argv.includes("build")) buildSite();
if (process.argv.includes("test")) provideBrowser();

function installPackages() {
	const stamp = "node_modules/.installed";
	const wanted = digest(["package.json", "package-lock.json"]);
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
	console.log("Installing packages from the lockfile…");
	// Development packages are needed to build, whatever NODE_ENV says.
	run("npm", ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"]);
	writeFileSync(stamp, wanted);
}

/** The Node that npm scripts will run on: the pinned one where its package exists, else the machine's own. */
function findNode() {
	const pinned = join(root, "node_modules", ".bin", windows ? "node.cmd" : "node");
	if (existsSync(pinned)) return pinned;
	if (Number(process.versions.node.split(".")[0]) >= neededNode) return process.execPath;
	console.error(
		`Node ${neededNode} or later is required, and no npm package provides it for ${process.platform}-${process.arch}. Install it from nodejs.org.`,
	);
	process.exit(1);
}

function buildSite() {
	const stamp = "build/.stamp";
	const wanted = digest(sources.flatMap(filesBelow));
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
	console.log("Building…");
	run(node, [join("node_modules", "@react-router", "dev", "bin.cjs"), "build"]);
	mkdirSync("build", { recursive: true });
	writeFileSync(stamp, wanted);
}

function provideBrowser() {
	if (findBrowser()) return;
	const debianRoot = existsSync("/etc/debian_version") && process.getuid?.() === 0;
	if (debianRoot) {
		console.log("Installing Chromium from Debian's packages…");
		run("apt-get", ["update", "-qq"]);
		run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell", "fonts-liberation"]);
	} else {
		run(node, [join("node_modules", "@playwright", "test", "cli.js"), "install", "chromium"]);
	}
}

function findBrowser() {
	const known = [
		"/usr/bin/chromium-headless-shell",
		"/usr/bin/chromium",
		"/usr/bin/chromium-browser",
		"/usr/bin/google-chrome",
		"/usr/bin/google-chrome-stable",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	];
	if ([process.env.CHROME_PATH, ...known].some((path) => path && existsSync(path))) return true;
	const ask = `import("@playwright/test").then(({ chromium }) => process.exit(require("node:fs").existsSync(chromium.executablePath()) ? 0 : 1))`;
	return spawnSync(node, ["--eval", ask], { stdio: "ignore", shell: windows }).status === 0;
}

function filesBelow(path) {
	if (!existsSync(path)) return [];
	if (path.includes(".")) return [path];
	return readdirSync(path, { withFileTypes: true })
		.flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
		.sort();
}

function digest(files) {
	const hash = createHash("sha256");
	for (const file of files) hash.update(file).update("\0").update(readFileSync(file));
	return hash.digest("hex");
}

function run(command, parameters) {
	const { status, error } = spawnSync(command, parameters, { stdio: "inherit", shell: windows });
	if (error) console.error(String(error));
	if (status !== 0) process.exit(status ?? 1);
}
