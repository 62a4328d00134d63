/** How people name a time zone: 'New York' for `America/New_York`. */
export const cityOf = (zone: string) => zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
