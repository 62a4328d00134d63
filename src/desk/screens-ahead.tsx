import { useEffect, useState } from "react";
import { z } from "zod";
import { whenIdle } from "./when-idle.ts";

/** What the router knows of its routes. This is not part of its API; a test fails if it changes. */
const manifestSchema = z.object({
	routes: z.record(z.string(), z.object({ module: z.string(), imports: z.array(z.string()).default([]) })),
});

/** The files of all screens of the back office, with the layouts around them. */
function screenFiles(): string[] {
	const { data } = manifestSchema.safeParse(Reflect.get(window, "__reactRouterManifest"));
	const screens = Object.values(data?.routes ?? {}).filter(({ module }) => /-(?:screen|layout)-/.test(module));
	return [...new Set(screens.flatMap(({ module, imports }) => [module, ...imports]))];
}

/** Whoever pays for each megabyte has told the browser so. Safari and Firefox don't say. */
const savesData = () => z.object({ saveData: z.literal(true) }).safeParse(Reflect.get(navigator, "connection")).success;

/**
 * Loads the other screens while nothing else happens. Where one can't be loaded, the router reloads the page: without a
 * connection, that would end the work on this one. The router's own way to prefetch would do so, too.
 */
export function ScreensAhead() {
	const [files, setFiles] = useState<string[]>([]);
	useEffect(() => (savesData() ? undefined : whenIdle(() => setFiles(screenFiles()))), []);
	return files.map((file) => <link key={file} rel="modulepreload" href={file} />);
}
