import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { onePixel } from "#tests/factories/pictures.ts";
import { savePost } from "./blog-posts.ts";
import { expect, test } from "./fixtures.ts";
import { insertInvoice } from "./invoice-desk.ts";
import { ownServer, type SiteServer, startSite } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

/** What lies on a server (deploy/Dockerfile): the build and the commands, with no development package within reach. */
async function installForProduction(): Promise<string> {
	const root = await mkdtemp(join(tmpdir(), "installation-"));
	for (const path of ["package.json", "migrations", "content", "scripts", "src", "build"]) {
		await cp(path, join(root, path), { recursive: true });
	}
	const { packages }: { packages: Record<string, { dev?: true }> } = JSON.parse(
		await readFile("package-lock.json", "utf8"),
	);
	for (const [path, { dev }] of Object.entries(packages)) {
		// A package inside another one comes along with it.
		if (dev || path.lastIndexOf("node_modules/") !== 0 || !existsSync(path)) continue;
		await mkdir(join(root, dirname(path)), { recursive: true });
		await symlink(resolve(path), join(root, path), "junction");
	}
	return root;
}

/** Otherwise a package would find what lies beside the folder that its link leads to. */
const linkedPackages = { NODE_OPTIONS: "--preserve-symlinks" };

async function runCommand(root: string, site: SiteServer, script: string, ...parameters: string[]): Promise<string> {
	const { stdout } = await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...parameters], {
		cwd: root,
		env: { ...process.env, ...site.settings },
	});
	return stdout;
}

/** The families whose fonts are embedded in a PDF's first page. */
async function fontsOf(pdf: Uint8Array): Promise<string[]> {
	const page = await (await getDocument({ data: pdf, fontExtraProperties: true }).promise).getPage(1);
	await page.getOperatorList();
	const { items } = await page.getTextContent();
	const ids = new Set(items.flatMap((item) => ("fontName" in item ? [item.fontName] : [])));
	return [...ids].map((id) => page.commonObjs.get(id).name.replace(/^[A-Z]{6}\+|-\w+$/g, ""));
}

test("a build runs on an installation without development packages: database, pages, invoices, pictures, mail, commands", {
	tag: "@long",
}, async ({ playwright }) => {
	test.setTimeout(120_000);
	const root = await installForProduction();
	const site = await startSite({ ...ownServer, ...linkedPackages, SEED: "starter" }, { root });
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const request = await playwright.request.newContext({ baseURL: site.url });
	expect(await (await request.get("/")).text()).toContain("</html>");
	expect(await (await request.get("/blog")).text()).toContain("The first line does the work");

	const { id } = await insertInvoice(site, { client_name: "Ада 北京 서울 شركة שלום ไทย 🎉" });
	const pdf = await request.get(`/api/invoices/${id}/pdf`, { headers });
	const scripts = ["SC", "KR", "Arabic", "Hebrew", "Thai"].map((script) => `NotoSans${script}`);
	expect(await fontsOf(new Uint8Array(await pdf.body()))).toEqual(
		expect.arrayContaining(["Besley", "SchibstedGrotesk", "NotoSans", ...scripts, "NotoEmoji"]),
	);

	const upload = await request.post("/api/posts/images", {
		headers,
		multipart: { image: { name: "small.png", mimeType: "image/png", buffer: onePixel } },
	});
	const { url } = await upload.json();
	const { slug } = await savePost(site, request, { title: "Without tools", featured_image: url, publish: true });
	const share = await sharp(await (await request.get(`/blog/${slug}/og.png`)).body()).metadata();
	expect(share).toMatchObject({ format: "png", width: 1200, height: 630 });
	const article = async () => (await request.get(`/blog/${slug}`)).text();
	await expect.poll(article, { timeout: 30_000 }).toContain("image/avif");

	await request.post("/auth/v1/recover", { data: { email: site.settings.ADMIN_EMAIL } });
	await expect.poll(() => site.mails(), { timeout: 30_000 }).toHaveLength(1);

	expect(await runCommand(root, site, "admin", "second@pilcrow.example")).toContain("is an admin");
	expect(await runCommand(root, site, "backup", join(root, "site.tar.gz"))).toContain("verified");
	expect(await runCommand(root, site, "privacy", "export", "second@pilcrow.example")).toContain("second@");

	await request.dispose();
	await site.stop();
	await rm(root, { recursive: true });
});
