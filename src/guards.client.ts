import { guardMarkup } from "./lib/text/trusted-markup.ts";

// Imported by root.tsx before everything else, because what comes after may look at both at once.
guardMarkup();
// Zod would otherwise try whether it may compile code, which the page's policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
