/** What `entry.public.ts` logs in the browser's console when the page is shown. */
export function ConsoleNote({ said }: { said: unknown[] }) {
	return <span hidden data-console={JSON.stringify(said)} />;
}
