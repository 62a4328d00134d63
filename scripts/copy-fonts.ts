import { globSync } from "node:fs";
import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { typstFontFolders } from "../src/platform/typst/typst-fonts.ts";

export const fontPackages = join("node_modules", "@expo-google-fonts");

/**
 * Puts the font files that invoices and share pictures are set in beside the server: a fifth of what their packages hold. Each family's
 * licence goes with it, as the Open Font License demands.
 */
export async function copyFonts(folder: string): Promise<void> {
	const wanted = typstFontFolders.flatMap((style) => [`${style}/*.ttf`, `${dirname(style)}/LICENSE_FONT`]);
	const files = globSync(wanted, { cwd: fontPackages });
	await Promise.all(files.map((file) => cp(join(fontPackages, file), join(folder, file))));
}
