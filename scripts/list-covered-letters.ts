// Writes which characters the fonts of invoices have (src/platform/typst/covered-letters.ts).
// Run it after an update of the fonts' packages, or when a font is added: node scripts/list-covered-letters.ts
import { writeFileSync } from "node:fs";
import { coveredLetters } from "./covered-letters.ts";

const comment = "/** Written by `scripts/list-covered-letters.ts`. */";
const module = `${comment}\nexport const covered = String.raw\`${coveredLetters()}\`;\n`;
writeFileSync(new URL("../src/platform/typst/covered-letters.ts", import.meta.url), module);
