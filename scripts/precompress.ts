import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Smaller files do not get smaller by compression. */
const worthwhileBytes = 1024;

/** Writes `.br` and `.gz` beside every text file of the browser's build, once, so that the server only has to send them. */
export async function precompress(folder: string): Promise<void> {
	const files = globSync(`${folder}/**/*.{js,css,svg,json,txt,xml,webmanifest}`);
	await Promise.all(
		files.map(async (file) => {
			const content = await readFile(file);
			if (content.length < worthwhileBytes) return;
			await Promise.all([
				promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).then((compressed) =>
					writeFile(`${file}.br`, compressed),
				),
				promisify(gzip)(content, { level: 9 }).then((compressed) => writeFile(`${file}.gz`, compressed)),
			]);
		}),
	);
}
