import { Button } from "#ui/button.tsx";

/** Looks through the posts; works without scripts. */
export function PostSearch({ words }: { words?: string }) {
	return (
		<search>
			<form action="/search" className="flex max-w-read flex-wrap gap-2">
				<input
					type="search"
					name="q"
					required
					maxLength={100}
					defaultValue={words}
					aria-label="Search our posts"
					placeholder="Search our posts"
					className="min-h-13 min-w-0 flex-[1_1_14rem] rounded-sm border border-edge bg-white px-4 text-base text-ink placeholder:text-quiet"
				/>
				<Button type="submit" variant="secondary" className="max-sm:w-full">
					Search
				</Button>
			</form>
		</search>
	);
}
