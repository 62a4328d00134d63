import { Button } from "#ui/button.tsx";

/** Looks through services, posts, and open positions; works without scripts. */
export function SiteSearch({ words }: { words?: string }) {
	return (
		<search>
			<form action="/search" className="flex max-w-read flex-wrap gap-2">
				<input
					type="search"
					name="q"
					required
					maxLength={100}
					defaultValue={words}
					aria-label="Search this site"
					placeholder="Search this site"
					className="min-h-13 min-w-0 flex-[1_1_14rem] rounded-sm border border-edge bg-white px-4 text-base text-ink placeholder:text-quiet"
				/>
				<Button type="submit" variant="secondary" className="max-sm:w-full">
					Search
				</Button>
			</form>
		</search>
	);
}
