/** The first cell of a row about somebody: the name, and under it how to reach them. A card shows the name alone. */
export function PersonCell({ name, email, phone }: { name: string; email: string; phone: string | null }) {
	return (
		<>
			<p className="truncate font-semibold max-md:text-[0.9375rem]">{name}</p>
			<p className="truncate text-muted-foreground text-xs max-md:hidden">
				{email}
				{phone && <span className="max-lg:hidden"> · {phone}</span>}
			</p>
		</>
	);
}
