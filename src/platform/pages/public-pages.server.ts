import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const schema = z.object({
	/** The address of `entry.public.ts`. */
	script: z.string(),
	/** The address of `entry.preview.ts`. */
	previewScript: z.string(),
	/** For each route by its id: the rules that the first paint of its page needs. */
	styles: z.record(z.string(), z.string()),
});

/** What a public page needs beside its markup, as `scripts/page-styles.ts` wrote it at build time (decision 044). */
export type PublicPages = z.infer<typeof schema>;

export const publicPagesFile = "public-pages.json";

/** @param serverFolder the server's part of the build */
export const readPublicPages = (serverFolder: string): PublicPages =>
	schema.parse(JSON.parse(readFileSync(join(serverFolder, publicPagesFile), "utf8")));

/** In development Vite serves the script, and the whole stylesheet is linked. */
export const developmentPages: PublicPages = {
	script: "/src/entry.public.ts",
	previewScript: "/src/site/entry.preview.ts",
	styles: {},
};
