// Writes which characters the fonts of invoices have (src/platform/typst/covered-letters.txt).
// Run it after an update of the fonts' packages, or when a font is added: node scripts/list-covered-letters.ts
import { writeFileSync } from "node:fs";
import { coveredLetters } from "./covered-letters.ts";

writeFileSync(new URL("../src/platform/typst/covered-letters.txt", import.meta.url), coveredLetters());
