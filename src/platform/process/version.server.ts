/** The version of package.json and the commit, which the build writes here (vite.config.ts). */
export const version: string = process.env.SITE_VERSION ?? "not built";
